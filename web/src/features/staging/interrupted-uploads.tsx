import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type StagingUnfinishedUpload,
  uploadsCancelMutation,
  uploadsUnfinished,
  uploadsUnfinishedQueryKey,
} from '../../api';
import { formatBytes, plural } from '../../lib/format';
import { isSending } from '../../lib/uploads/sending-elsewhere';
import type { UploadSnapshot } from '../../lib/uploads/upload-types';
import { FileName } from '../../ui/file-name';

const SHOWN = 5;

async function leftBehind(projectId: string, signal: AbortSignal): Promise<StagingUnfinishedUpload[]> {
  if (await isSending(projectId)) return [];
  const { data } = await uploadsUnfinished({ path: { projectId }, signal, throwOnError: true });
  return data.data.uploads;
}

interface InterruptedUploadsProps extends Pick<UploadSnapshot, 'uploads' | 'active'> {
  projectId: string;
}

/** Names the uploads that a closed tab or a lost connection has left half-done; nothing while any tab is sending. */
export function InterruptedUploads({ projectId, uploads, active }: InterruptedUploadsProps) {
  const queryKey = uploadsUnfinishedQueryKey({ path: { projectId } });
  const { data = [] } = useQuery({
    queryKey: [...queryKey, 'left behind'],
    queryFn: ({ signal }) => leftBehind(projectId, signal),
    enabled: !active,
    staleTime: 0,
  });
  const forget = useMutation({
    ...uploadsCancelMutation(),
    meta: { invalidates: [queryKey], failure: { title: 'Error', message: 'Failed to forget the uploads' } },
  });
  const listed = new Set(uploads.map(({ name, folder, sizeBytes }) => JSON.stringify([name, folder, sizeBytes])));
  const left = data.filter(
    ({ originalName, folder, sizeBytes }) => !listed.has(JSON.stringify([originalName, folder, sizeBytes])),
  );
  if (active || left.length === 0) return null;
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
            ? 'file again: it goes on where it stopped.'
            : 'files again: they go on where they stopped.'}
        </Text>
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
          {left.slice(0, SHOWN).map(({ r2Key, originalName, folder, sizeBytes }) => (
            <Group key={r2Key} component="li" gap="sm" wrap="nowrap">
              <FileName name={folder ? `${folder}/${originalName}` : originalName} />
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
          <Button
            size="compact-xs"
            variant="default"
            loading={forget.isPending}
            onClick={() => forget.mutate({ path: { projectId }, body: { r2Keys: left.map(({ r2Key }) => r2Key) } })}
          >
            Forget {left.length === 1 ? 'it' : 'them'}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
