import { Anchor, Avatar, Drawer, Group, Pill, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Client, dataOf, type Profile, usersProfileOptions } from '../../api';
import { formatDate } from '../../lib/format/format';
import { Failure } from '../../ui/failure';

/** A client's own profile. */
export function ClientProfile({ client, onClose }: { client: Client | null; onClose: () => void }) {
  return (
    <Drawer
      opened={client !== null}
      onClose={onClose}
      position="right"
      size="md"
      title="Client"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {client && <Loaded client={client} />}
    </Drawer>
  );
}

function Loaded({ client }: { client: Client }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...usersProfileOptions({ path: { id: client.id } }),
    select: dataOf,
  });
  return (
    <Stack gap="md">
      {data?.avatar && <Avatar size={72} src={data.avatar} alt={`Picture of ${client.name}`} />}
      <div>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {client.name}
        </Title>
        <Anchor href={`mailto:${client.email}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {client.email}
        </Anchor>
        <Text size="sm" c="dimmed">
          Client since {formatDate(client.createdAt)}
        </Text>
      </div>
      {isPending && (
        <Stack gap="xs" role="status" aria-label="Loading profile">
          <Skeleton h={20} />
          <Skeleton h={20} />
        </Stack>
      )}
      {isError && <Failure title="Failed to load client data" error={error} onRetry={() => void refetch()} />}
      {data && <Facts profile={data} />}
    </Stack>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { company, phone, address, country, website, bio, preferredGenres } = profile;
  const facts: [string, ReactElement | string | false | null][] = [
    ['Company', company],
    ['Phone', phone],
    ['Address', [address, country].filter(Boolean).join('\n') || null],
    [
      'Website',
      website && (
        <Anchor href={website} target="_blank" rel="noopener noreferrer" inherit>
          {website}
        </Anchor>
      ),
    ],
    ['About', bio],
    [
      'Genres',
      preferredGenres.length > 0 && (
        <Group gap={4}>
          {preferredGenres.map((genre) => (
            <Pill key={genre} bg="var(--mantine-color-default-border)">
              {genre}
            </Pill>
          ))}
        </Group>
      ),
    ],
  ];
  const said = facts.filter(([, value]) => value);
  if (said.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The client has not filled in a profile.
      </Text>
    );
  return said.map(([label, value]) => (
    <div key={label}>
      <Text size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      <Text component="div" size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {value}
      </Text>
    </div>
  ));
}
