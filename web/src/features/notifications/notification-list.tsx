import { Button, EmptyState, Group, Indicator, Skeleton, Stack, Tabs, Text, UnstyledButton } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  notificationsListInfiniteOptions,
  notificationsReadAllMutation,
  notificationsReadMutation,
  type Notification,
} from '../../api';
import { notificationKeys } from '../../api/keys';
import { formatAge } from '../../lib/format';
import { Failure } from '../../ui/failure';

const FILTERS = { all: undefined, unread: 'false', read: 'true' };
type Filter = keyof typeof FILTERS;

export function NotificationList() {
  const [filter, setFilter] = useState<Filter>('all');
  const markAll = useMutation({
    ...notificationsReadAllMutation(),
    meta: { invalidates: notificationKeys(), failure: { title: 'Error', message: 'Failed to mark notifications as read' } },
  });
  return (
    <Tabs value={filter} onChange={(value) => setFilter((value ?? 'all') as Filter)}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Tabs.List>
          <Tabs.Tab value="all">All</Tabs.Tab>
          <Tabs.Tab value="unread">Unread</Tabs.Tab>
          <Tabs.Tab value="read">Read</Tabs.Tab>
        </Tabs.List>
        <Button variant="subtle" color="gray" size="xs" loading={markAll.isPending} onClick={() => markAll.mutate({})}>
          Mark all as read
        </Button>
      </Group>
      {(Object.keys(FILTERS) as Filter[]).map((each) => (
        <Tabs.Panel key={each} value={each} pt="xs"><Page filter={each} /></Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Page({ filter }: { filter: Filter }) {
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...notificationsListInfiniteOptions({ query: { read: FILTERS[filter] } }),
    initialPageParam: {},
    getNextPageParam: (page) => page.nextCursor,
  });
  if (isPending) {
    return <Stack gap="sm" role="status" aria-label="Loading notifications">{[0, 1, 2].map((row) => <Skeleton key={row} h={40} />)}</Stack>;
  }
  if (isError) return <Failure title="Failed to load notifications" error={error} onRetry={() => void refetch()} />;
  const notifications = data.pages.flatMap((page) => page.data);
  if (notifications.length === 0) {
    return <EmptyState py="xl" icon={<IconBellOff stroke={1.5} aria-hidden />} description={filter === 'unread' ? 'You have read everything.' : 'No notifications.'} />;
  }
  return (
    <Stack gap="md">
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {notifications.map((notification) => <Row key={notification.id} notification={notification} />)}
      </Stack>
      {hasNextPage && (
        <Button variant="default" mx="auto" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>Load more</Button>
      )}
    </Stack>
  );
}

function Row({ notification: { id, message, read, createdAt, metadata } }: { notification: Notification }) {
  const navigate = useNavigate();
  const markRead = useMutation({
    ...notificationsReadMutation(),
    meta: { invalidates: notificationKeys(), failure: { title: 'Error', message: 'Failed to mark notifications as read' } },
  });
  function open() {
    if (!read) markRead.mutate({ path: { id } });
    if (metadata.projectId) void navigate(`/app/projects/${metadata.projectId}`);
  }
  return (
    <li>
      <UnstyledButton w="100%" py="sm" onClick={open} style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
        <Group gap="md" wrap="nowrap" pl={8}>
          <Indicator disabled={read} size={8} position="middle-start" offset={-4} />
          <Text size="sm" flex={1} fw={read ? 400 : 500} c={read ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>{message}</Text>
          <Text size="xs" c="dimmed" flex="none">{formatAge(createdAt)}</Text>
        </Group>
      </UnstyledButton>
    </li>
  );
}
