import { ActionIcon, Box, Button, Group, Progress, ScrollArea, Stack, Text, Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format';
import type { Upload, UploadControls, UploadSnapshot } from '../../lib/upload-queue';

const percentOf = (sent: number, total: number) => (total === 0 ? 0 : Math.floor((sent / total) * 100));

function stateText({ state, sentBytes, sizeBytes, error }: Upload): string {
  if (state === 'failed') return error ?? 'Failed';
  if (state === 'waiting') return 'Waiting';
  if (state === 'registering') return 'Checking';
  return `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`;
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadControls }) {
  const { id, name, state, sentBytes, sizeBytes } = upload;
  const failed = state === 'failed';
  return (
    <Box component="li" py={4}>
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" truncate flex={1} miw={0} title={name}>{name}</Text>
        <Text size="xs" c={failed ? 'red' : 'dimmed'} maw={failed ? '55%' : undefined}>{stateText(upload)}</Text>
        {failed && upload.canRetry && (
          <ActionIcon size="sm" aria-label={`Try ${name} again`} onClick={() => queue.retry(id)}>
            <IconRefresh size={14} aria-hidden />
          </ActionIcon>
        )}
        <Tooltip label={failed ? 'Dismiss' : 'Cancel'}>
          <ActionIcon
            size="sm"
            disabled={state === 'registering'}
            aria-label={failed ? `Dismiss ${name}` : `Cancel ${name}`}
            onClick={() => (failed ? queue.dismiss(id) : queue.cancel(id))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {!failed && <Progress mt={4} size={3} value={percentOf(sentBytes, sizeBytes)} aria-label={`${name}, sent`} />}
    </Box>
  );
}

/** What is being sent, each file and in total, and what failed; nothing when there is neither. */
export function UploadList({ uploads, sentBytes, totalBytes, active, queue }: UploadSnapshot & { queue: UploadControls }) {
  const shown = uploads.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  if (shown.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'done').length;
  const percent = percentOf(sentBytes, totalBytes);
  return (
    <Stack gap="xs">
      {active && (
        <div>
          <Group justify="space-between" mb={6} wrap="nowrap">
            <Text size="sm" fw={500}>Uploading... {percent}%</Text>
            <Group gap="sm" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {done} of {uploads.filter(({ state }) => state !== 'cancelled').length} files · {formatBytes(sentBytes)} of{' '}
                {formatBytes(totalBytes)}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => queue.cancelAll()}>Cancel all</Button>
            </Group>
          </Group>
          <Progress value={percent} aria-label="All files, sent" />
        </div>
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Box component="ul" m={0} p={0} pr="sm" style={{ listStyle: 'none' }}>
          {shown.map((upload) => <UploadRow key={upload.id} upload={upload} queue={queue} />)}
        </Box>
      </ScrollArea.Autosize>
    </Stack>
  );
}
