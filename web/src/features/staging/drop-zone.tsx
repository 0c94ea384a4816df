import { Box, Button, Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatBytes } from '../../lib/format/format';
import { prepareReader } from '../../lib/headers/read-headers';
import { type DroppedFile, judgedToStage, type RefusedFile, type SizeLimits } from '../../lib/uploads/acceptance';
import { packDdp } from '../../lib/uploads/pack-ddp';
import type { UploadSource } from '../../lib/uploads/upload-types';
import { DropAnywhere } from '../../ui/drop-anywhere';
import { quietButton } from '../../ui/quiet-button';
import { RefusedFiles } from '../../ui/refused-files';
import { useWiderThan } from '../../ui/use-wider-than';

interface DropZoneProps {
  limits: SizeLimits;
  onFiles: (sources: UploadSource[]) => void;
  /** Shows a single line instead of the full drop zone once files exist; `tools` are at its end. */
  folded: boolean;
  tools: ReactNode;
}

const PROMPT = 'Drag master files here or click to select';

/** '100MB', as in the hint. */
const compact = (bytes: number) => formatBytes(bytes).replace(' ', '');

/** Opens a folder picker and returns all files below the folder with their relative paths. */
function chooseFolder(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

/** Accepts masters and other deliverables dropped anywhere on the page; lists files of a wrong type or size with the reason. */
export function DropZone({ limits, onFiles, folded, tools }: DropZoneProps) {
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const beside = useWiderThan('sm');
  useEffect(prepareReader, []);

  function take(files: DroppedFile[]) {
    const { good, refused, ddps } = judgedToStage(files, limits);
    setRefused(refused);
    if (good.length > 0) onFiles(good);
    for (const ddp of ddps) {
      void packDdp(ddp).then(
        (source) => onFiles([source]),
        () => setRefused((others) => [...others, { name: ddp.folder, reason: 'The folder cannot be read' }]),
      );
    }
  }

  const hint = `Upload multiple WAV, AIFF, FLAC files (max ${compact(limits.maxStagingBytes)} each)`;
  const folder = (
    <Button {...quietButton} leftSection={<IconFolder size={14} aria-hidden />} onClick={() => chooseFolder(take)}>
      Choose a folder
    </Button>
  );
  return (
    <>
      <DropAnywhere message="Drop the files to stage them" onDrop={take} />
      {folded ? (
        <Group gap={4} justify="space-between" mih={28}>
          <Group gap={4} wrap="nowrap">
            <Dropzone onDrop={take} p={0} px={8} bd={0} bg="transparent" aria-label={PROMPT} enablePointerEvents>
              <Group gap={6} h={28} wrap="nowrap" title={hint} style={{ pointerEvents: 'none' }}>
                <IconUpload size={14} aria-hidden style={{ flex: 'none' }} />
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <Box component="span" visibleFrom="md">
                    Drop more files here, or{' '}
                  </Box>
                  <Text span inherit c="var(--mantine-color-anchor)">
                    <Box component="span" visibleFrom="md">
                      choose files
                    </Box>
                    <Box component="span" hiddenFrom="md">
                      Choose files
                    </Box>
                  </Text>
                </Text>
              </Group>
            </Dropzone>
            {beside && folder}
          </Group>
          {tools}
        </Group>
      ) : (
        <div>
          <Dropzone onDrop={take} p="lg" aria-label={PROMPT} enablePointerEvents>
            <Group justify="center" gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
              <IconUpload size={24} stroke={1.5} aria-hidden />
              <div>
                <Text fw={500}>{PROMPT}</Text>
                <Text size="xs" c="dimmed">
                  {hint}
                </Text>
              </div>
            </Group>
          </Dropzone>
          <Group justify="space-between" mt={6} gap="xs">
            {folder}
            {tools}
          </Group>
        </div>
      )}
      <RefusedFiles refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
