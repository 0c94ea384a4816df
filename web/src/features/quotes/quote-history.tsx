import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Project, type Quote, quotesHistoryInfiniteOptions } from '../../api';
import { formatDate } from '../../lib/format/format';
import { formatMoney } from '../../lib/format/money';
import { Failure } from '../../ui/failure';
import { OrderLines } from '../../ui/order-lines';
import { QuoteStatusBadge } from '../../ui/status-badge';

/** All versions of a project's quote, newest first; the one with the id `marked` is emphasised. */
export function QuoteHistory({
  project: { id: projectId },
  marked = null,
}: {
  project: Project;
  marked?: string | null;
}) {
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...quotesHistoryInfiniteOptions({ path: { projectId } }),
      initialPageParam: { path: { projectId } },
      getNextPageParam: (page) => page.nextCursor,
    },
  );
  if (isPending) return <Skeleton h={44} role="status" aria-label="Loading quotes" />;
  if (isError) return <Failure title="Failed to load the quotes" error={error} onRetry={() => void refetch()} />;
  const quotes = data.pages.flatMap((page) => page.data);
  if (quotes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No quote available for this project yet.
      </Text>
    );
  return (
    <Stack gap="sm">
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {quotes.map((quote, index) => (
          <Version key={quote.id} quote={quote} first={index === 0} marked={quote.id === marked} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          style={{ alignSelf: 'flex-start' }}
        >
          Load more
        </Button>
      )}
    </Stack>
  );
}

function Version({ quote, first, marked }: { quote: Quote; first: boolean; marked: boolean }) {
  const unsaid = quote.status === 'rejected' ? 'Rejected by client' : quote.notes;
  const remark = quote.rejectReason ? `Rejected: ${quote.rejectReason}` : unsaid;
  return (
    <Stack
      component="li"
      gap={2}
      py="xs"
      px={marked ? 'xs' : undefined}
      bg={marked ? 'var(--mantine-primary-color-light)' : undefined}
      aria-current={marked || undefined}
      style={first ? undefined : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm" fw={500} flex="none">
          Version {quote.version}
        </Text>
        <QuoteStatusBadge status={quote.status} />
        <Text size="xs" c="dimmed" ml="auto" visibleFrom="xs" flex="none">
          {formatDate(quote.createdAt)}
        </Text>
        <Text size="sm" fw={500} ta="right" miw={96} ml={{ base: 'auto', xs: 0 }} flex="none">
          {formatMoney(quote.amountCents, quote.currency)}
        </Text>
      </Group>
      <OrderLines lines={quote.lines} currency={quote.currency} />
      {remark && (
        <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {remark}
        </Text>
      )}
    </Stack>
  );
}
