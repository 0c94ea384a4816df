import { Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dataOf, healthStatusOptions, type OperatorStatus, operatorStatusStatusOptions } from '../../api';
import { formatAge, formatBytes, formatDateTime, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

const REFRESH_MS = 10_000;

/** Queues, worker, mail and disk of the portal at this moment. */
export function PortalWork() {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...operatorStatusStatusOptions(),
    select: dataOf,
    refetchInterval: REFRESH_MS,
  });
  const { data: health } = useQuery({ ...healthStatusOptions(), select: dataOf });
  if (isPending) return <Skeleton h={180} role="status" aria-label="Loading the queues" />;
  if (isError) return <Failure title="Failed to load the queues" error={error} onRetry={() => void refetch()} />;
  const { queues, outbox, unansweredMails, workerSeenAt, roomBytes, storedBytes } = data;
  return (
    <Stack gap="md" component="section" aria-labelledby="portal-work">
      <Title order={2} id="portal-work">
        Worker and queues
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <Fact
          title="Worker"
          ok={health?.checks.worker !== 'failed'}
          says={workerSeenAt === null ? 'Never seen' : `Seen ${formatAge(workerSeenAt)}`}
          detail={workerSeenAt === null ? undefined : formatDateTime(workerSeenAt)}
        />
        <Fact
          title="Mail server"
          ok={health?.checks.mail !== 'failed'}
          says={health?.checks.mail === 'failed' ? 'Accepts nothing' : 'No failure'}
          detail={unanswered(unansweredMails)}
        />
        <Fact
          title="Disk"
          ok={health?.checks.room !== 'failed'}
          says={roomBytes === null ? 'No limit known' : `${formatBytes(roomBytes)} left`}
          detail={`${formatBytes(storedBytes)} of sound stored`}
        />
        <Fact
          title="Events"
          ok={outbox.oldestS < 60}
          says={outbox.waiting === 0 ? 'None waits' : `${outbox.waiting} wait`}
          detail={outbox.waiting > 0 ? `The oldest for ${Math.round(outbox.oldestS)} s` : undefined}
        />
      </SimpleGrid>
      <Table.ScrollContainer minWidth={520} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Queue</Table.Th>
              <Table.Th ta="right">Waiting</Table.Th>
              <Table.Th ta="right">Active</Table.Th>
              <Table.Th ta="right">Delayed</Table.Th>
              <Table.Th ta="right">Failed</Table.Th>
              <Table.Th ta="right">Oldest</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(({ queue, waiting, active, delayed, failed, oldestS }) => (
              <Table.Tr key={queue}>
                <Table.Td>{queue}</Table.Td>
                <Table.Td ta="right">{waiting}</Table.Td>
                <Table.Td ta="right">{active}</Table.Td>
                <Table.Td ta="right">{delayed}</Table.Td>
                <Table.Td ta="right">{failed > 0 ? <Badge color="red">{failed}</Badge> : failed}</Table.Td>
                <Table.Td ta="right">{oldestS > 0 ? `${Math.round(oldestS)} s` : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

/** Mails that the server took without an answer. */
function unanswered({ count, lastAt }: OperatorStatus['unansweredMails']): string | undefined {
  if (lastAt === null) return undefined;
  const emails = `${plural(count, 'email')} (last ${formatAge(lastAt)})`;
  return `The server did not confirm ${emails}: ${count === 1 ? 'it' : 'they'} may have arrived`;
}

function Fact({ title, ok, says, detail }: { title: string; ok: boolean; says: ReactNode; detail?: string }) {
  return (
    <Paper withBorder p="sm" radius="md">
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <Badge size="sm" color={ok ? 'green' : 'red'}>
          {ok ? 'OK' : 'Failed'}
        </Badge>
      </Group>
      <Text size="sm" fw={500} mt={4}>
        {says}
      </Text>
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </Paper>
  );
}
