import { ActionIcon, Box, Button, Group, Progress, ScrollArea, Stack, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { formatBytes, plural } from '../lib/format/format';
import type { Upload, UploadControls, UploadSnapshot } from '../lib/uploads/upload-types';
import { FileName } from './file-name';
import { UploadFailures } from './upload-failures';

/** Number of rows drawn of a long queue, twice as many as fit. */
const SHOWN = 12;

const percentOf = (sent: number, total: number) => (total === 0 ? 0 : Math.floor((sent / total) * 100));

function stateText({ state, sentBytes, sizeBytes }: Upload): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'registering') return 'Checking';
  return `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`;
}

const UploadRow = memo(function UploadRow({ upload, queue }: { upload: Upload; queue: UploadControls }) {
  const { id, name, folder, state, sentBytes, sizeBytes } = upload;
  return (
    <Box component="li" py={4}>
      <Group gap="sm" wrap="nowrap">
        <Box flex={1} miw={0} title={folder ? `${folder}/${name}` : name}>
          <FileName name={name} />
        </Box>
        <Text size="xs" c="dimmed" flex="none">
          {stateText(upload)}
        </Text>
        <Tooltip label="Cancel">
          <ActionIcon
            size="sm"
            disabled={state === 'registering'}
            aria-label={`Cancel ${name}`}
            onClick={() => queue.cancel(id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Progress mt={4} size={3} value={percentOf(sentBytes, sizeBytes)} aria-label={`${name}, sent`} />
    </Box>
  );
});

/** Cancelled uploads; sending them again starts from the beginning. */
function Cancelled({ cancelled, queue }: { cancelled: Upload[]; queue: UploadControls }) {
  if (cancelled.length === 0) return null;
  const ids = cancelled.map(({ id }) => id);
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {plural(cancelled.length, 'file')} cancelled
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => queue.retry(...ids)}>
        Send again
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => queue.dismiss(...ids)}>
        Dismiss
      </Button>
    </Group>
  );
}

/**
 * Upload progress: the total, each file that is not in the table yet (`listed` holds keys), and failures. Renders
 * nothing if there are none. The total stays when all is sent, so that the rows below do not move under a hand.
 */
export function UploadList({
  uploads,
  sentBytes,
  totalBytes,
  active,
  paused,
  queue,
  listed,
}: UploadSnapshot & { queue: UploadControls; listed: ReadonlySet<string> }) {
  const [stays, setStays] = useState(active);
  if (active && !stays) setStays(true);
  const running = uploads.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'registering');
  const unlisted = running.filter(({ key }) => key === null || !listed.has(key));
  const done = uploads.filter(({ state }) => state === 'done').length;
  const percent = percentOf(sentBytes, totalBytes);
  const progress = paused
    ? `Paused at ${percent}%: no connection. It resumes automatically.`
    : `Uploading... ${percent}%`;
  const facts = `${done} of ${done + running.length} files · ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <>
      <UploadFailures failed={uploads.filter(({ state }) => state === 'failed')} queue={queue} />
      <Cancelled cancelled={uploads.filter(({ state }) => state === 'cancelled')} queue={queue} />
      {(active || (stays && done > 0)) && (
        <Stack gap="xs">
          <div>
            <Group justify="space-between" mb={6} gap="xs" wrap="nowrap">
              <Text size="sm" fw={500} role="status">
                {active ? progress : 'Upload complete'}
              </Text>
              <Group gap="sm" wrap="nowrap" miw={0}>
                <Text size="xs" c="dimmed" truncate>
                  {active ? facts : `${plural(done, 'file')} · ${formatBytes(totalBytes)}`}
                </Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  flex="none"
                  onClick={() => (active ? queue.cancelAll() : setStays(false))}
                >
                  {active ? 'Cancel all' : 'Dismiss'}
                </Button>
              </Group>
            </Group>
            <Progress value={percent} color={paused ? 'gray' : undefined} aria-label="All files, sent" />
          </div>
          <ScrollArea.Autosize mah={listed.size > 0 ? 78 : 208} type="auto" viewportProps={{ tabIndex: 0 }}>
            <Box component="ul" m={0} p={0} pr="sm" style={{ listStyle: 'none' }}>
              {unlisted.slice(0, SHOWN).map((upload) => (
                <UploadRow key={upload.id} upload={upload} queue={queue} />
              ))}
            </Box>
            {unlisted.length > SHOWN && (
              <Text size="xs" c="dimmed" py={4}>
                and {unlisted.length - SHOWN} more waiting
              </Text>
            )}
          </ScrollArea.Autosize>
        </Stack>
      )}
    </>
  );
}
