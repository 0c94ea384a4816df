import { Button, EmptyState, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { dataOf, trashEmptyMutation, trashListInfiniteOptions, trashTotalOptions } from '../../api';
import { trashKeys } from '../../api/keys';
import { formatBytes, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { TrashRow } from './trash-row';

/** Deleted items of the person or their studio, to restore or to delete for good. */
export function Trash({ explained }: { explained: string }) {
  const total = useQuery({ ...trashTotalOptions(), select: dataOf, refetchOnMount: 'always' }).data;
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...trashListInfiniteOptions(),
      initialPageParam: {},
      getNextPageParam: (page) => page.nextCursor,
      refetchOnMount: 'always',
    },
  );
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const size = total && `${plural(total.files, 'file')}, ${formatBytes(total.bytes)}`;
  return (
    <Stack gap="sm" component="section" aria-labelledby="trash">
      <SectionHeader id="trash" title="Trash" subtitle={total && total.files > 0 ? `${size}. ${explained}` : explained}>
        {total && total.files > 0 && <Empty size={size!} />}
      </SectionHeader>
      {isPending && <Skeleton h={96} aria-label="Loading the trash" />}
      {isError && <Failure title="Failed to load the trash" error={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && (
        <EmptyState py="lg" icon={<IconTrash stroke={1.5} aria-hidden />} description="The trash is empty." />
      )}
      {items.length > 0 && (
        <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map((item) => (
            <TrashRow key={item.id} item={item} />
          ))}
        </Paper>
      )}
      {hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Empty({ size }: { size: string }) {
  const empty = useMutation({
    ...trashEmptyMutation(),
    meta: {
      invalidates: trashKeys(),
      success: { title: 'Trash Emptied', message: `${size} deleted for good` },
      failure: { title: 'Error', message: 'Failed to empty the trash' },
    },
  });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Empty the trash?',
      children: <Text size="sm">{size} are deleted for good. They cannot be restored.</Text>,
      labels: { confirm: 'Empty trash', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => empty.mutate({}),
    });
  return (
    <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} loading={empty.isPending} onClick={ask}>
      Empty trash
    </Button>
  );
}
