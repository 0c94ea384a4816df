import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Orders, Project } from '../../api';
import { orderedKinds } from '../../lib/words';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { AlbumCells, OrdersMatrix } from './orders-matrix';
import { useOrders } from './use-orders';

/** The orders of a project and their state. Nothing for projects whose quotes name no things. */
export function OrdersPanel({ project }: { project: Project }) {
  const { data: orders, error, refetch } = useOrders(project.id);
  if (error) return <Failure title="Failed to load the orders" error={error} onRetry={() => void refetch()} />;
  if (!orders) return <Skeleton h={120} role="status" aria-label="Loading the orders" />;
  if (!hasOrders(orders)) return null;
  const isEngineer = project.can.update;
  const errors = orders.album.flatMap(({ errors }) => errors);
  return (
    <Stack gap="md" component="section" aria-labelledby="orders">
      <SectionHeader
        id="orders"
        title={isEngineer ? 'Ordered and received' : 'Your order'}
        subtitle={isEngineer ? undefined : 'Everything that you ordered, and what is here already.'}
      />
      {isEngineer && orders.missing.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} maw={760}>
          Not released yet: {namesOf(orders.missing)}. Until then, the project cannot be set to Delivered. You can
          release what is ready.
        </Alert>
      )}
      {errors.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title="Checks found errors in released files"
          maw={760}
        >
          <List size="sm" mb={6} aria-label="Errors in released files">
            {errors.slice(0, MAX_NAMED).map((error) => (
              <List.Item key={error} style={{ overflowWrap: 'anywhere' }}>
                {error}
              </List.Item>
            ))}
          </List>
          {errors.length > MAX_NAMED && `There are ${errors.length - MAX_NAMED} more. `}
          These files count as received. Release corrected ones, or deliver them as they are.
        </Alert>
      )}
      {orders.tracks.length > 0 && <OrdersMatrix project={project} orders={orders} />}
      {orders.further.map(({ kind, count }) => (
        <Text key={kind} size="sm">
          {orderedKinds[kind].label}: {count} more {count === 1 ? 'track is' : 'tracks are'} ordered than this project
          has.
        </Text>
      ))}
      <AlbumCells project={project} orders={orders} />
    </Stack>
  );
}

const MAX_NAMED = 5;

/** 'DDP image, Vinyl sides and 4 more' */
function namesOf(missing: string[]): string {
  const named = missing.slice(0, MAX_NAMED);
  const rest = missing.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}

const hasOrders = ({ tracks, further, album }: Orders): boolean =>
  further.length > 0 || [...album, ...tracks.flatMap(({ cells }) => cells)].some(({ isOrdered }) => isOrdered);
