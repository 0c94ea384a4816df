import { Alert, Badge, ColorSwatch, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { StorageUsage } from '../../api';
import { formatBytes, plural } from '../../lib/format/format';
import { storageKinds, storageLevels } from '../../lib/words';
import { Free } from './free';

/** Used part of the quota by kind, with advice. */
export function Usage({ usage }: { usage: StorageUsage }) {
  const { total_bytes, total_files, quotaBytes, level, advice, kinds, superseded } = usage;
  const used = storageLevels[level];
  const whole = Math.max(quotaBytes, total_bytes);
  return (
    <Stack gap="md">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <Group justify="space-between" gap="xs" align="flex-end">
            <div>
              <Text size="sm" c="dimmed">
                Used
              </Text>
              <Group gap="xs" align="baseline">
                <Text fz={{ base: 22, sm: 28 }} lh={1.25} fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {formatBytes(total_bytes)}
                </Text>
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  of {formatBytes(quotaBytes)} · {plural(total_files, 'file')}
                </Text>
              </Group>
            </div>
            <Badge color={used.color}>{used.label}</Badge>
          </Group>
          <Progress.Root size={12} aria-hidden>
            {kinds.map(({ kind, bytes }) => (
              <Progress.Section key={kind} value={(bytes / whole) * 100} color={storageKinds[kind].color} />
            ))}
          </Progress.Root>
          {kinds.length > 0 && (
            <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }} spacing="xl" verticalSpacing={6} m={0} p={0}>
              {kinds.map(({ kind, bytes, files }) => (
                <Group key={kind} component="li" gap="xs" wrap="nowrap" style={{ listStyle: 'none' }}>
                  <ColorSwatch
                    size={10}
                    color={`var(--mantine-color-${storageKinds[kind].color}-filled)`}
                    withShadow={false}
                    aria-hidden
                  />
                  <Text size="sm" flex={1} truncate>
                    {storageKinds[kind].label}{' '}
                    <Text span inherit c="dimmed">
                      {kind === 'derived' ? '' : files}
                    </Text>
                  </Text>
                  <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                    {formatBytes(bytes)}
                  </Text>
                </Group>
              ))}
            </SimpleGrid>
          )}
        </Stack>
      </Paper>
      {advice && (
        <Alert color={used.color} icon={<IconBulb size={18} aria-hidden />} p="sm">
          {advice}
        </Alert>
      )}
      {superseded.files > 0 && (
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            {superseded.files === 1 ? 'One master has' : `${superseded.files} masters have`} been replaced by a newer
            version: {formatBytes(superseded.bytes)}.
          </Text>
          <Free gone={superseded} />
        </Group>
      )}
    </Stack>
  );
}
