import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconFolder, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../lib/format';
import type { UploadSource } from '../../lib/uploads/upload-types';
import { folderOf, isHidden, refusalFor } from './acceptance';

interface DropZoneProps {
  maxBytes: number;
  onFiles: (sources: UploadSource[]) => void;
}

/** '100MB' as the hint writes it. */
const compact = (bytes: number) => formatBytes(bytes).replace(' ', '');

/** Asks for a folder and hands over all files below it, each with its relative path. */
function chooseFolder(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

/** Takes master files; those of a wrong type or size are named with the reason and the others go on. */
export function DropZone({ maxBytes, onFiles }: DropZoneProps) {
  const [refused, setRefused] = useState<{ name: string; reason: string }[]>([]);

  function take(files: (File & { path?: string })[]) {
    const judged = files
      .map((file) => ({ file, folder: folderOf(file.path ?? file.webkitRelativePath) }))
      .filter(({ file, folder }) => folder === null || !isHidden(file.name))
      .map((source) => ({ ...source, reason: refusalFor(source.file, maxBytes) }));
    setRefused(judged.flatMap(({ file, reason }) => (reason === null ? [] : [{ name: file.name, reason }])));
    const good = judged.filter(({ reason }) => reason === null);
    if (good.length > 0) onFiles(good.map(({ file, folder }) => ({ file, folder })));
  }

  return (
    <Stack gap="sm">
      <Dropzone onDrop={take} p="lg" aria-label="Drag master files here or click to select" enablePointerEvents>
        <Group justify="center" gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconUpload size={24} stroke={1.5} aria-hidden />
          <div>
            <Text fw={500}>Drag master files here or click to select</Text>
            <Text size="xs" c="dimmed">
              Upload multiple WAV, AIFF, FLAC files (max {compact(maxBytes)} each)
            </Text>
          </div>
        </Group>
      </Dropzone>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconFolder size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => chooseFolder(take)}
      >
        Choose a folder
      </Button>
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
              <List.Item key={index}>
                <Text span inherit fw={500}>
                  {name}
                </Text>
                : {reason}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
