import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, healthStatusOptions, operatorStatusStatusOptions } from '../../api';

/** Versions, commit and health of this installation, with a link to its queues. */
export function PortalFacts() {
  const { data } = useQuery({ ...healthStatusOptions(), select: dataOf });
  const { data: status } = useQuery({ ...operatorStatusStatusOptions(), select: dataOf });
  const failed = data ? Object.entries(data.checks).flatMap(([check, state]) => (state === 'ok' ? [] : check)) : [];
  return (
    <Group gap="md" mih={26}>
      {data && (
        <>
          <Badge color={failed.length === 0 ? 'green' : 'red'}>
            {failed.length === 0 ? 'All checks pass' : `Failed: ${failed.join(', ')}`}
          </Badge>
          <Text size="sm" c="dimmed">
            Lacquer {data.version}
            {data.commit && ` (${data.commit})`}
            {status && ` · PostgreSQL ${status.versions.postgresql} · Node.js ${status.versions.node}`}
            {status?.versions.redis && ` · Redis ${status.versions.redis}`}
          </Text>
        </>
      )}
      <Anchor href="/api/operator/queues" target="_blank" rel="noopener" size="sm">
        <Group gap={4} wrap="nowrap">
          Queue dashboard
          <IconExternalLink size={14} aria-hidden />
        </Group>
      </Anchor>
    </Group>
  );
}
