import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { File as ProjectFile, Project } from '../../api';
import { useSession } from '../../api/session';
import { formatBytes } from '../../lib/format/format';
import { type DroppedFile, judged, type RefusedFile } from '../../lib/uploads/acceptance';
import { fileTypes, keysOf } from '../../lib/words';
import { DropAnywhere } from '../../ui/drop-anywhere';
import { RefusedFiles } from '../../ui/refused-files';
import { UploadList } from '../../ui/upload-list';
import { InterruptedFiles } from './interrupted-uploads';
import { replacedBy } from './replacing';
import { useFileUploads } from './uploads';

type FileType = ProjectFile['fileType'];

/** Uploads in progress appear only in the list of uploads. */
const noneListed: ReadonlySet<string> = new Set();

const masters = keysOf(fileTypes).filter((type) => type !== 'upload');

const explained: Record<FileType, string> = {
  upload: 'Your mix or unfinished master, for your engineer.',
  master: 'The client can hear it at once, and download it once the project is paid.',
  variation: 'An additional version for one format, such as vinyl or radio.',
  revision:
    'Takes the place and the slot of the master whose name it shares. Without one you are asked where it belongs.',
};

/** Accepts what this person may upload: originals from clients; masters, variations and revisions from engineers. */
export function UploadBox({ project, files }: { project: Project; files: ProjectFile[] }) {
  const { limits } = useSession();
  const { queue, ...snapshot } = useFileUploads(project.id);
  const [chosen, setChosen] = useState<FileType>('master');
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const { uploadMasters, uploadOriginals } = project.can;
  if (!uploadMasters && !uploadOriginals) return null;
  const fileType = uploadMasters ? chosen : 'upload';

  function take(dropped: DroppedFile[]) {
    const { good, refused: bad } = judged(dropped, limits.maxFileBytes);
    setRefused(bad);
    const parentOf = ({ name }: { name: string }) =>
      fileType === 'revision' ? replacedBy(name, files)?.id : undefined;
    queue.add(good.map((source) => ({ ...source, fileType, parentFileId: parentOf(source.file) })));
  }

  const prompt = uploadMasters ? 'Drag files here or click to select' : 'Drag your originals here or click to select';
  return (
    <Stack gap="xs" component="section" aria-label="Upload">
      <DropAnywhere message={`Drop the files to upload them as ${fileTypes[fileType].choice}`} onDrop={take} />
      {uploadMasters && (
        <Group gap="sm">
          <SegmentedControl
            size="sm"
            aria-label="Kind of file"
            value={chosen}
            onChange={setChosen}
            data={masters.map((value) => ({ value, label: fileTypes[value].choice }))}
          />
          <Text size="xs" c="dimmed">
            {explained[fileType]}
          </Text>
        </Group>
      )}
      <Dropzone onDrop={take} p={files.length > 0 ? 'sm' : 'lg'} aria-label={prompt} enablePointerEvents>
        <Group justify="center" gap="md" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconUpload size={22} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
          <div>
            <Text fw={500} size="sm">
              {prompt}
            </Text>
            <Text size="xs" c="dimmed">
              WAV, AIFF, FLAC or MP3, max {formatBytes(limits.maxFileBytes)} each
              {!uploadMasters && `. ${explained.upload}`}
            </Text>
          </div>
        </Group>
      </Dropzone>
      <InterruptedFiles projectId={project.id} uploads={snapshot.uploads} active={snapshot.active} />
      <RefusedFiles refused={refused} onClose={() => setRefused([])} />
      <UploadList {...snapshot} queue={queue} listed={noneListed} />
    </Stack>
  );
}
