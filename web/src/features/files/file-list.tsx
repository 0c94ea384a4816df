import { Modal, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, type File, filesDeleteMutation, filesListOptions, type Project } from '../../api';
import { fileKeys, projectKeys, stagingKeys, trashKeys } from '../../api/keys';
import { tracksOf } from '../../lib/audio/tracks';
import { Failure } from '../../ui/failure';
import { fileAsClient } from './as-client';
import { BelongsTo } from './belongs-to';
import { ClientFiles } from './client-files';
import { EngineerFiles } from './engineer-files';
import { FileRow } from './file-row';
import type { ListProps } from './list-props';
import { OtherDeliverables } from './other-deliverables';
import { isPlayable } from './record';
import { TechnicalSheet } from './technical-sheet';
import { UnpairedMixes } from './unpaired-mixes';

/** Poll interval for running analyses, in case live updates do not arrive. */
const ANALYSIS_POLL_MS = 5000;

const isBusy = ({ analysis: { state } }: File) => state === 'queued' || state === 'running';

interface FileListProps extends ListProps {
  project: Project;
  /** Whether an engineer looks at the project as its client does. */
  asClient: boolean;
}

/** The files of a project by track, to upload, play, comment on and download. */
export function FileList({ project, commentForm, asClient, ...props }: FileListProps) {
  const { id: projectId } = project;
  const { markersOf, openComments, listen } = props;
  const { data, isPending, isError, error, refetch } = useQuery({
    ...filesListOptions({ path: { projectId } }),
    select: dataOf,
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? ANALYSIS_POLL_MS : false),
  });
  const files = useMemo(
    () => (data ?? []).map((file) => (asClient ? fileAsClient(file, project) : file)),
    [data, asClient, project],
  );
  const tracks = useMemo(() => tracksOf(files), [files]);
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
  const play = (file: File) => (isPlayable(file) ? listen.button(file, [], files) : null);
  const row = (file: File, record: File[]) => (
    <FileRow
      key={file.id}
      file={file}
      project={project}
      play={isPlayable(file) ? listen.button(file, record, files) : null}
      isLoaded={listen.loadedId === file.id}
      markers={markersOf(file.id)}
      openComments={openComments.get(file.id) ?? 0}
      belongsTo={file.can.pair && <BelongsTo file={file} tracks={tracks} />}
      onSheet={({ id }) => setSheet(id)}
      onComment={setCommented}
      onDelete={({ id }) => remove.mutate({ path: { id } })}
    />
  );
  return (
    <Stack gap="lg">
      <UnpairedMixes files={files} play={play} />
      {project.can.update ? (
        <EngineerFiles project={project} files={files} tracks={tracks} row={row} />
      ) : (
        <ClientFiles {...props} asClient={asClient} project={project} files={files} tracks={tracks} row={row} />
      )}
      <OtherDeliverables
        project={project}
        files={files}
        play={play}
        onDelete={({ id }) => remove.mutate({ path: { id } })}
      />
      <TechnicalSheet
        file={files.find(({ id }) => id === sheet) ?? null}
        markersOf={markersOf}
        play={play}
        onClose={() => setSheet(null)}
      />
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
