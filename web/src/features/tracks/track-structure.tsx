import { Alert, Badge, Button, EmptyState, Group, Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconChecks, IconPlaylistAdd, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Track, type TrackEntry, tracksDeleteMutation, tracksListOptions } from '../../api';
import { stagingKeys } from '../../api/keys';
import { completionOf } from '../../lib/completion';
import { Failure } from '../../ui/failure';
import { SectionHeader } from '../../ui/section-header';
import { TrackModal } from './track-modal';
import { TrackActions, TrackName } from './track-row';

/** Parts of a track's row around its slots. */
export interface TrackParts {
  lead: (entry: TrackEntry) => ReactNode;
  tail: (entry: TrackEntry) => ReactNode;
}

interface TrackStructureProps {
  projectId: string;
  /** Renders the tracks with their slots. */
  matrix: (parts: TrackParts) => ReactNode;
}

/** The tracks of a project with their slots. */
export function TrackStructure({ projectId, matrix }: TrackStructureProps) {
  const { data, isPending, isSuccess, isError, error, refetch } = useQuery(tracksListOptions({ path: { projectId } }));
  const [editing, setEditing] = useState<Track | 'new' | null>(null);
  const entries = [...(data?.data.tracks ?? [])].sort((one, other) => one.track.trackNumber - other.track.trackNumber);
  const completion = completionOf(entries.flatMap(({ slots }) => slots));
  const { mutate: remove } = useMutation({
    ...tracksDeleteMutation(),
    meta: {
      invalidates: stagingKeys(projectId),
      success: { title: 'Track Deleted', message: 'Track and all slots removed' },
      failure: { title: 'Error', message: 'Failed to delete track' },
    },
  });

  function confirmDelete(track: Track): void {
    modals.openConfirmModal({
      title: `Delete "${track.title}"`,
      children: 'Are you sure you want to delete this track and all its slots?',
      labels: { confirm: 'Delete track', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove({ path: { id: track.id } }),
    });
  }

  return (
    <Stack gap="md" component="section" aria-labelledby="track-structure">
      <SectionHeader
        id="track-structure"
        title="Track Structure"
        subtitle="Organize master versions by track and format"
      >
        <Button leftSection={<IconPlus size={16} aria-hidden />} variant="default" onClick={() => setEditing('new')}>
          Add Track
        </Button>
      </SectionHeader>
      {isPending && (
        <Stack gap="sm" role="status" aria-label="Loading tracks">
          <Skeleton h={132} />
          <Skeleton h={132} />
        </Stack>
      )}
      {isError && <Failure title="Failed to load tracks" error={error} onRetry={() => void refetch()} />}
      {isSuccess && entries.length === 0 && (
        <EmptyState
          py="lg"
          icon={<IconPlaylistAdd stroke={1.5} aria-hidden />}
          description="No tracks yet. Create your first track to get started."
        />
      )}
      {entries.length > 0 && (
        <>
          <Alert
            variant="light"
            color={completion.percent === 100 ? 'green' : 'blue'}
            p="xs"
            icon={<IconChecks aria-hidden />}
          >
            <Group justify="space-between" gap="xs">
              <span>
                {completion.filled}/{completion.required} required slots filled ({completion.filledInAll}/
                {completion.inAll} total)
              </span>
              <Badge color={completion.percent === 100 ? 'green' : 'blue'}>{completion.percent}% Complete</Badge>
            </Group>
          </Alert>
          {matrix({
            lead: ({ track }) => <TrackName track={track} />,
            tail: ({ track }) => <TrackActions track={track} onEdit={setEditing} onDelete={confirmDelete} />,
          })}
        </>
      )}
      <TrackModal
        key={editing === 'new' ? 'new' : editing?.id}
        projectId={projectId}
        track={editing === 'new' ? null : editing}
        nextNumber={entries.length + 1}
        opened={editing !== null}
        onClose={() => setEditing(null)}
      />
    </Stack>
  );
}
