import { ActionIcon, Box, Button, Group, Progress, ScrollArea, Stack, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format';
import type { Upload, UploadControls, UploadSnapshot } from '../../lib/upload-queue';
import { FileName } from '../../ui/file-name';
import { UploadFailures } from './upload-failures';

const percentOf = (sent: number, total: number) => (total === 0 ? 0 : Math.floor((sent / total) * 100));

function stateText({ state, sentBytes, sizeBytes }: Upload): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'registering') return 'Checking';
  return `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`;
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadControls }) {
  const { id, name, state, sentBytes, sizeBytes } = upload;
  return (
    <Box component="li" py={4}>
      <Group gap="sm" wrap="nowrap">
        <Box flex={1} miw={0}><FileName name={name} /></Box>
        <Text size="xs" c="dimmed" flex="none">{stateText(upload)}</Text>
        <Tooltip label="Cancel">
          <ActionIcon size="sm" disabled={state === 'registering'} aria-label={`Cancel ${name}`} onClick={() => queue.cancel(id)}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Progress mt={4} size={3} value={percentOf(sentBytes, sizeBytes)} aria-label={`${name}, sent`} />
    </Box>
  );
}

/** What is being sent, each file and in total, and what failed; nothing when there is neither. */
export function UploadList({ uploads, sentBytes, totalBytes, active, queue }: UploadSnapshot & { queue: UploadControls }) {
  const running = uploads.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'registering');
  const done = uploads.filter(({ state }) => state === 'done').length;
  const percent = percentOf(sentBytes, totalBytes);
  return (
    <>
      <UploadFailures failed={uploads.filter(({ state }) => state === 'failed')} queue={queue} />
      {active && (
        <Stack gap="xs">
          <div>
            <Group justify="space-between" mb={6} gap="xs">
              <Text size="sm" fw={500}>Uploading... {percent}%</Text>
              <Group gap="sm" wrap="nowrap">
                <Text size="xs" c="dimmed">
                  {done} of {done + running.length} files · {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
                </Text>
                <Button size="compact-xs" variant="default" onClick={() => queue.cancelAll()}>Cancel all</Button>
              </Group>
            </Group>
            <Progress value={percent} aria-label="All files, sent" />
          </div>
          <ScrollArea.Autosize mah={208} type="auto" viewportProps={{ tabIndex: 0 }}>
            <Box component="ul" m={0} p={0} pr="sm" style={{ listStyle: 'none' }}>
              {running.map((upload) => <UploadRow key={upload.id} upload={upload} queue={queue} />)}
            </Box>
          </ScrollArea.Autosize>
        </Stack>
      )}
    </>
  );
}
