import { Anchor, Box, Button, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dataOf, type File, type Project, trashTotalOptions } from '../../api';
import { useSession } from '../../api/session';
import type { TrackFiles } from '../../lib/audio/tracks';
import { formatBytes, plural } from '../../lib/format/format';
import { Delivery } from './delivery';
import type { ListProps } from './list-props';
import { recordOf, splitRecord } from './record';
import { RecordRow } from './record-row';
import { UploadBox } from './upload-box';

interface ClientFilesProps extends Pick<ListProps, 'openComments' | 'commented' | 'markersOf' | 'listen' | 'album'> {
  project: Project;
  /** Whether an engineer looks at it. */
  asClient: boolean;
  files: File[];
  tracks: TrackFiles[];
  /** Renders one file with everything that can be done with it. */
  row: (file: File, record: File[]) => ReactNode;
}

/** The project as its client hears it: the record first, then the mixes that belong to no master, then the upload. */
export function ClientFiles({ project, asClient, files, tracks: unarranged, row, album, ...rest }: ClientFilesProps) {
  const { user } = useSession();
  const reader = asClient ? project.clientId : user.id;
  const tracks = album.arrange(unarranged);
  const [wantsEditor, setEditing] = useState(false);
  const editing = wantsEditor && album.editor !== null;
  const record = recordOf(tracks);
  const { mastered, mixes } = splitRecord(tracks);
  const { listen } = rest;
  const rows = (some: TrackFiles[]) => (
    <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {some.map((track, index) => (
        <RecordRow
          key={track.id}
          {...rest}
          track={track}
          place={index + 1}
          projectId={project.id}
          userId={reader}
          play={(file) => listen.button(file, record, files, track.title)}
          loadedId={listen.loadedId}
          row={(file) => row(file, record)}
        />
      ))}
    </Box>
  );
  const edit = album.editor && !asClient && (
    <Button variant="subtle" size="xs" onClick={() => setEditing(true)}>
      Change order and titles
    </Button>
  );
  return (
    <Stack gap="lg">
      {(mastered.length > 0 || files.some(({ deliverable }) => deliverable)) && (
        <Delivery
          project={project}
          files={files}
          record={record}
          gapOf={album.gapOf}
          listen={(leads) => listen.all(record, files, leads)}
          cover={album.cover}
        />
      )}
      {files.length === 0 && (
        <EmptyState
          py="xl"
          icon={<IconFiles stroke={1.5} aria-hidden />}
          description="No files yet. Send your originals; released masters appear here."
        />
      )}
      {!asClient && album.notice}
      {editing && album.editor?.(() => setEditing(false))}
      {!editing && mastered.length > 0 && (
        <Box component="section" aria-label="Tracks">
          {rows(mastered)}
          <Group justify="flex-end" mt="xs">
            {edit}
          </Group>
        </Box>
      )}
      {!editing && mixes.length > 0 && (
        <Box component="section" aria-labelledby="mixes">
          <Group justify="space-between" mb={4}>
            <Title order={2} size="h4" id="mixes">
              {mastered.length > 0 ? 'Mixes without a master' : 'Your mixes'}
            </Title>
            {mastered.length === 0 && edit}
          </Group>
          {rows(mixes)}
        </Box>
      )}
      <UploadBox project={project} files={files} />
      {!asClient && <DeletedFiles />}
    </Stack>
  );
}

/** For clients, whose shell has no sections. */
function DeletedFiles() {
  const total = useQuery({ ...trashTotalOptions(), select: dataOf }).data;
  if (!total?.files) return null;
  return (
    <Text size="xs" c="dimmed">
      <Anchor component={Link} to="/app/storage" inherit underline="always">
        {plural(total.files, 'deleted file')}
      </Anchor>{' '}
      ({formatBytes(total.bytes)}) can still be restored.
    </Text>
  );
}
