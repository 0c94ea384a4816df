import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { formatBytes, plural } from '../lib/format/format';
import { FileName } from './file-name';

const SHOWN = 5;

interface InterruptedUpload {
  key: string;
  name: string;
  sizeBytes: number;
}

interface InterruptedUploadsProps {
  left: InterruptedUpload[];
  /** Further conditions for sending the files again. */
  as?: string;
  discarding: boolean;
  onDiscard: () => void;
}

/** Lists uploads that a closed tab or a lost connection has interrupted. */
export function InterruptedUploads({ left, as = '', discarding, onDiscard }: InterruptedUploadsProps) {
  if (left.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconPlayerPause aria-hidden />}
      styles={{ body: { minWidth: 0 } }}
      title={left.length === 1 ? '1 upload was interrupted' : `${plural(left.length, 'upload')} were interrupted`}
    >
      <Stack gap="xs">
        <Text size="sm">
          Drop the same{' '}
          {left.length === 1
            ? `file again${as}: it resumes where it stopped.`
            : `files again${as}: they resume where they stopped.`}
        </Text>
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {left.slice(0, SHOWN).map(({ key, name, sizeBytes }) => (
            <Group key={key} component="li" gap="sm" wrap="nowrap">
              <FileName name={name} />
              <Text size="xs" c="dimmed" flex="none">
                {formatBytes(sizeBytes)}
              </Text>
            </Group>
          ))}
        </Stack>
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {left.length > SHOWN && `and ${left.length - SHOWN} more`}
          </Text>
          <Button size="compact-xs" variant="default" loading={discarding} onClick={onDiscard}>
            Discard {left.length === 1 ? 'it' : 'them'}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
