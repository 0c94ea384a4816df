import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  dataOf,
  type OwnSession,
  ownSessionsEndMutation,
  ownSessionsListOptions,
  ownSessionsListQueryKey,
} from '../../api';
import { useSignOut } from '../../api/session';
import { formatAge } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { browserOf } from './browser-of';

/** The person's sessions, each with a sign-out button. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery({ ...ownSessionsListOptions(), select: dataOf });
  const signOut = useMutation({
    mutationFn: useSignOut(true),
    meta: { failure: { title: 'Error', message: 'Could not sign out. Please try again.' } },
  });
  return (
    <section aria-labelledby="own-sessions">
      <SectionHeader id="own-sessions" title="Signed in" subtitle="Browsers that are signed in to your account.">
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out everywhere
        </Button>
      </SectionHeader>
      {error && <Failure title="Your sessions could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={52} mt="md" role="status" aria-label="Loading sessions" />}
      {data && (
        <Stack gap="sm" mt="md" component="ul" p={0} style={{ listStyle: 'none' }}>
          {data.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function Row({ session }: { session: OwnSession }) {
  const end = useMutation({
    ...ownSessionsEndMutation(),
    meta: {
      invalidates: [ownSessionsListQueryKey()],
      failure: { title: 'Error', message: 'Could not sign out. Please try again.' },
    },
  });
  const name = browserOf(session.userAgent);
  const where = [session.ipAddress, session.current ? 'this browser' : `used ${formatAge(session.lastUsedAt)}`];
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {where.filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      {!session.current && (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Sign out ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate({ path: { id: session.id } })}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
