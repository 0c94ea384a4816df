import { Anchor, Button, EmptyState, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconFiles, IconFileText } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dataOf, type File, filesDeleteMutation, filesListOptions, type Project, trashTotalOptions } from '../../api';
import { fileKeys, projectKeys, stagingKeys, trashKeys } from '../../api/keys';
import { formatBytes, plural } from '../../lib/format/format';
import { Failure } from '../../ui/failure';
import type { Marker } from '../../ui/large-waveform';
import { type Card, cardsOf } from './cards';
import { Delivery } from './delivery';
import { FileRow } from './file-row';
import { isPlayable, recordOf } from './record';
import { SortableCards } from './sortable-cards';
import { TechnicalSheet } from './technical-sheet';
import { TrackCard } from './track-card';
import { UnplacedRevisions } from './unplaced-revisions';
import { UploadBox } from './upload-box';
import { useArrangement } from './use-arrangement';

/** Poll interval for running analyses, in case live updates do not arrive. */
const ANALYSIS_POLL_MS = 5000;

const isBusy = ({ analysis: { state } }: File) => state === 'queued' || state === 'running';

interface FileListProps {
  project: Project;
  /** Comments on a file that have a position. */
  markersOf: (fileId: string) => Marker[];
  /** The number of comments on a file that are not resolved. */
  openCommentsOf: (fileId: string) => number;
  /** Renders a comment form for a file; `done` closes it. */
  commentForm: (fileId: string, done: () => void) => ReactNode;
  listen: {
    /** The file that the player has loaded. */
    loadedId: string | null;
    /** Renders the button that plays a file, and then the rest of the list if the file is in it. */
    button: (file: File, list: File[], files: File[]) => ReactNode;
    /** Renders the button that plays the whole list. */
    all: (list: File[], files: File[]) => ReactNode;
  };
}

/** The files of a project by track, to upload, play, comment on and download. */
export function FileList({ project, markersOf, openCommentsOf, commentForm, listen }: FileListProps) {
  const { id: projectId } = project;
  const { data, isPending, isError, error, refetch } = useQuery({
    ...filesListOptions({ path: { projectId } }),
    select: dataOf,
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? ANALYSIS_POLL_MS : false),
  });
  const files = useMemo(() => data ?? [], [data]);
  const all = useMemo(() => cardsOf(files), [files]);
  const { cards: own, order, rename } = useArrangement(project.id, all);
  const cards = project.can.update ? all : own;
  const [commented, setCommented] = useState<File | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const remove = useMutation({
    ...filesDeleteMutation(),
    meta: {
      invalidates: [...trashKeys(), ...fileKeys(projectId), ...projectKeys(projectId), ...stagingKeys(projectId)],
      success: { title: 'File Deleted', message: 'It can be restored in Storage for 30 days' },
      failure: { title: 'Error', message: 'Failed to delete file' },
    },
  });
  if (isPending) return <Loading />;
  if (isError) return <Failure title="Failed to load files" error={error} onRetry={() => void refetch()} />;
  const record = recordOf(cards);
  const finals = files.filter(({ fileType }) => fileType !== 'upload');
  const originals = files.filter(({ fileType }) => fileType === 'upload');
  const row = (file: File) => (
    <FileRow
      key={file.id}
      file={file}
      project={project}
      play={isPlayable(file) ? listen.button(file, record, files) : null}
      isLoaded={listen.loadedId === file.id}
      markers={markersOf(file.id)}
      openComments={openCommentsOf(file.id)}
      onSheet={({ id }) => setSheet(id)}
      onComment={setCommented}
      onDelete={({ id }) => remove.mutate({ path: { id } })}
    />
  );
  // A client hears masters first; what they send next comes after them.
  const heardFirst = !project.can.update && finals.length > 0;
  return (
    <Stack gap="lg">
      {!project.can.update && finals.length > 0 && (
        <Delivery project={project} finals={finals} listen={listen.all(record, files)} />
      )}
      <UnplacedRevisions project={project} />
      {!heardFirst && <UploadBox project={project} files={files} />}
      {project.can.update && files.length > 0 && (
        <ToFetch projectId={projectId} originals={originals} finals={finals} />
      )}
      {files.length === 0 ? (
        <EmptyState
          py="xl"
          icon={<IconFiles stroke={1.5} aria-hidden />}
          description={
            project.can.update
              ? "No files yet. The client's originals and released masters appear here."
              : 'No files yet. Send your originals; released masters appear here.'
          }
        />
      ) : (
        <Cards project={project} cards={cards} order={order} rename={rename} row={row} />
      )}
      {heardFirst && <UploadBox project={project} files={files} />}
      {!project.can.update && <DeletedFiles />}
      <TechnicalSheet file={files.find(({ id }) => id === sheet) ?? null} onClose={() => setSheet(null)} />
      <Modal
        opened={commented !== null}
        onClose={() => setCommented(null)}
        title={`Comment on ${commented?.fileName ?? ''}`}
        styles={{ title: { overflowWrap: 'anywhere' } }}
      >
        {commented && commentForm(commented.id, () => setCommented(null))}
      </Modal>
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

interface CardsProps {
  project: Project;
  cards: Card[];
  order: (ids: string[]) => void;
  rename: (id: string, title: string) => void;
  row: (file: File) => ReactNode;
}

function Cards({ project, cards, order, rename, row }: CardsProps) {
  if (project.can.update) {
    return (
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {cards.map((card) => (
          <li key={card.id}>
            <TrackCard card={card} row={row} />
          </li>
        ))}
      </Stack>
    );
  }
  const render = (card: Card, handle: ReactNode) => (
    <TrackCard card={card} row={row} handle={handle} onRename={(title) => rename(card.id, title)} />
  );
  return (
    <Stack gap="xs">
      {cards.length > 1 && (
        <Text size="xs" c="dimmed">
          Drag the tracks into your order. Order and titles are kept in this browser only.
        </Text>
      )}
      <SortableCards cards={cards} onOrder={order} render={render} />
    </Stack>
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

function Loading() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading files">
      <Skeleton h={64} radius="md" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} h={96} radius="md" />
      ))}
    </Stack>
  );
}
