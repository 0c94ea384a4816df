import { Button, EmptyState, Group, Skeleton, Stack, Tabs, Title } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dataOf,
  notificationsListInfiniteOptions,
  notificationsReadAllMutation,
  notificationsUnreadCountOptions,
} from '../../api';
import { notificationKeys } from '../../api/keys';
import { Failure } from '../../ui/failure';
import { byDay } from './by-day';
import { NotificationRow } from './notification-row';

const FILTERS = {
  all: { label: 'All', read: undefined, empty: 'No notifications yet.' },
  unread: { label: 'Unread', read: 'false', empty: 'You have read everything.' },
  read: { label: 'Read', read: 'true', empty: 'No notifications yet. Read ones stay here.' },
};
type Filter = keyof typeof FILTERS;
const filters = Object.keys(FILTERS) as Filter[];

export function NotificationList() {
  const [filter, setFilter] = useState<Filter>('all');
  const { data: unread } = useQuery({ ...notificationsUnreadCountOptions(), select: dataOf });
  const markAll = useMutation({
    ...notificationsReadAllMutation(),
    meta: {
      invalidates: notificationKeys(),
      failure: { title: 'Error', message: 'Failed to mark notifications as read' },
    },
  });
  return (
    <Tabs value={filter} onChange={(value) => setFilter((value ?? 'all') as Filter)} keepMounted={false}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Tabs.List>
          {filters.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {FILTERS[each].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={unread?.count === 0}
          loading={markAll.isPending}
          onClick={() => markAll.mutate({})}
        >
          Mark all as read
        </Button>
      </Group>
      {filters.map((each) => (
        <Tabs.Panel key={each} value={each} pt="lg">
          <Page filter={each} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Page({ filter }: { filter: Filter }) {
  const { read, empty } = FILTERS[filter];
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...notificationsListInfiniteOptions({ query: { read } }),
      initialPageParam: {},
      getNextPageParam: (page) => page.nextCursor,
    },
  );
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading notifications">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load notifications" error={error} onRetry={() => void refetch()} />;
  const days = byDay(data.pages.flatMap((page) => page.data));
  if (days.length === 0)
    return <EmptyState py="xl" icon={<IconBellOff stroke={1.5} aria-hidden />} description={empty} />;
  return (
    <Stack gap="lg">
      {days.map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <Title order={2} size="h3" c="dimmed" fw={500} mb={4}>
            {label}
          </Title>
          <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
            {items.map((item) => (
              <NotificationRow key={item.id} notification={item} />
            ))}
          </Stack>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Stack>
  );
}
