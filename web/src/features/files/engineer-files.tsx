import { Button, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconEye, IconFiles, IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { File, Project } from '../../api';
import type { TrackFiles } from '../../lib/audio/tracks';
import { formatBytes, plural } from '../../lib/format/format';
import { recordOf } from './record';
import { TrackCard } from './track-card';
import { UnplacedRevisions } from './unplaced-revisions';
import { UploadBox } from './upload-box';

interface EngineerFilesProps {
  project: Project;
  files: File[];
  tracks: TrackFiles[];
  row: (file: File, record: File[]) => ReactNode;
}

/** All files of a project by track, with their uploads and downloads. */
export function EngineerFiles({ project, files, tracks, row }: EngineerFilesProps) {
  const record = recordOf(tracks);
  const finals = files.filter(({ fileType }) => fileType !== 'upload');
  const originals = files.filter(({ fileType }) => fileType === 'upload');
  return (
    <>
      <UnplacedRevisions project={project} />
      <UploadBox project={project} files={files} />
      {files.length > 0 && <ToFetch projectId={project.id} originals={originals} finals={finals} />}
      {files.length === 0 ? (
        <EmptyState
          py="xl"
          icon={<IconFiles stroke={1.5} aria-hidden />}
          description="No files yet. The client's originals and released masters appear here."
        />
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {tracks.map((track) => (
            <li key={track.id}>
              <TrackCard track={track} row={(file) => row(file, record)} />
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}

/** For engineers: downloads of the client's originals as a ZIP, and of the release document. */
function ToFetch({ projectId, originals, finals }: { projectId: string; originals: File[]; finals: File[] }) {
  // The archive does not include replaced files.
  const archived = originals.filter(({ current }) => current);
  const bytes = archived.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const asFile = { component: 'a', variant: 'default', size: 'xs', download: true } as const;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {archived.length > 0 && `${plural(archived.length, 'original')} from the client, ${formatBytes(bytes)}`}
      </Text>
      <Group gap="xs">
        <Button
          component={Link}
          to="?as=client"
          variant="default"
          size="xs"
          leftSection={<IconEye size={14} aria-hidden />}
        >
          See as the client
        </Button>
        {finals.length > 0 && (
          <Button
            {...asFile}
            href={`/api/projects/${projectId}/report`}
            leftSection={<IconFileText size={14} aria-hidden />}
          >
            Mastering report (PDF)
          </Button>
        )}
        {originals.length > 0 && (
          <Button
            {...asFile}
            href={`/api/files/project/${projectId}/archive/originals`}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download all originals
          </Button>
        )}
      </Group>
    </Group>
  );
}
