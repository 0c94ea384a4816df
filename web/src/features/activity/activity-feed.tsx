import { Avatar, Button, Center, EmptyState, Group, Paper, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Activity, activityListInfiniteOptions } from '../../api';
import { formatAge, formatDateTime, formatDay } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

interface ActivityFeedProps {
  projectId: string;
  /** Renders a comment in place of its message. */
  comment: (commentId: string, message: string) => ReactNode;
}

/** Events and comments of a project by day, newest first. */
export function ActivityFeed({ projectId, comment }: ActivityFeedProps) {
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...activityListInfiniteOptions({ path: { id: projectId } }),
      initialPageParam: { path: { id: projectId } },
      getNextPageParam: (page) => page.nextCursor,
    },
  );
  if (isPending) {
    return (
      <Stack gap="md" role="status" aria-label="Loading activity">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Failure title="Failed to load activity" error={error} onRetry={() => void refetch()} />;
  const activities = data.pages.flatMap((page) => page.data);
  if (activities.length === 0) {
    return (
      <EmptyState
        py="xl"
        icon={<IconHistory stroke={1.5} aria-hidden />}
        description="Nothing has happened in this project yet."
      />
    );
  }
  return (
    <Stack gap="lg">
      {[...Map.groupBy(activities, ({ createdAt }) => formatDay(createdAt))].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <Title order={2} size="h3" mb="sm" c="dimmed" fw={500}>
            {day}
          </Title>
          <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {entries.map((activity) => (
              <Entry key={activity.id} activity={activity}>
                {activity.commentId && comment(activity.commentId, activity.message)}
              </Entry>
            ))}
          </Stack>
        </section>
      ))}
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

/** Comments get full space, events a single line, and resulting status changes a quieter one. */
function Entry({
  activity: { type, actor, message, createdAt },
  children,
}: {
  activity: Activity;
  children: ReactNode;
}) {
  const time = (
    <Tooltip label={formatDateTime(createdAt)}>
      <Text span size="xs" c="dimmed" component="time" dateTime={createdAt}>
        {formatAge(createdAt)}
      </Text>
    </Tooltip>
  );
  if (type === 'status_changed') {
    return (
      <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
        <Center w={28} h={18} flex="none" c="dimmed">
          <IconArrowRight size={14} aria-hidden />
        </Center>
        <Text size="xs" c="dimmed" miw={0} flex={1}>
          {message} {actor && `· ${actor.name} `}· {time}
        </Text>
      </Group>
    );
  }
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Avatar
        size={28}
        radius="xl"
        color={actor === null ? 'gray' : actor.role === 'engineer' ? 'blue' : 'green'}
        name={actor?.name}
        aria-hidden
      />
      {children ? (
        <Stack miw={0} flex={1} gap={6} pt={4}>
          <Group gap={6}>
            <Text size="sm" fw={500}>
              {actor?.name ?? 'Guest'}
            </Text>
            {time}
          </Group>
          <Paper withBorder p="sm">
            {children}
          </Paper>
        </Stack>
      ) : (
        <Text size="sm" miw={0} flex={1} pt={4} style={{ overflowWrap: 'anywhere' }}>
          {message}{' '}
          <Text span size="xs" c="dimmed">
            · {actor && `${actor.name} · `}
          </Text>
          {time}
        </Text>
      )}
    </Group>
  );
}
