import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../lib/format';
import type { UploadSource } from '../../lib/upload-queue';
import { folderOf, refusalFor } from './acceptance';

interface DropZoneProps {
  maxBytes: number;
  onFiles: (sources: UploadSource[]) => void;
}

/** '100MB' as the hint writes it. */
const compact = (bytes: number) => formatBytes(bytes).replace(' ', '');

/** Takes master files; those of a wrong type or size are named with the reason and the others go on. */
export function DropZone({ maxBytes, onFiles }: DropZoneProps) {
  const [refused, setRefused] = useState<{ name: string; reason: string }[]>([]);

  function take(files: (File & { path?: string })[]) {
    const judged = files.map((file) => ({ file, reason: refusalFor(file, maxBytes) }));
    setRefused(judged.flatMap(({ file, reason }) => (reason === null ? [] : [{ name: file.name, reason }])));
    const good = judged.filter(({ reason }) => reason === null);
    if (good.length > 0) onFiles(good.map(({ file }) => ({ file, folder: folderOf(file.path) })));
  }

  return (
    <Stack gap="sm">
      <Dropzone onDrop={take} p="lg" aria-label="Drag master files here or click to select" enablePointerEvents>
        <Group justify="center" gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <div>
            <Text fw={500}>Drag master files here or click to select</Text>
            <Text size="xs" c="dimmed">Upload multiple WAV, AIFF, FLAC files (max {compact(maxBytes)} each)</Text>
          </div>
        </Group>
      </Dropzone>
      {refused.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={refused.length === 1 ? '1 file was not taken' : `${refused.length} files were not taken`}
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => setRefused([])}
        >
          <List size="sm" spacing={2}>
            {refused.map(({ name, reason }, index) => (
              <List.Item key={index}><Text span inherit fw={500}>{name}</Text>: {reason}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
