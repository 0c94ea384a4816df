import { Group, Paper } from '@mantine/core';
import type { TrackFiles } from '../../lib/audio/tracks';
import { SortableTracks } from './sortable-tracks';
import { TrackTitle } from './track-title';

interface RecordEditorProps {
  tracks: TrackFiles[];
  onOrder: (ids: string[]) => void;
  onRename: (id: string, title: string) => void;
}

/** Changes the order and the titles of tracks. */
export function RecordEditor({ tracks, onOrder, onRename }: RecordEditorProps) {
  return (
    <SortableTracks
      tracks={tracks}
      onOrder={onOrder}
      render={(track, handle) => (
        <Paper withBorder px="sm" py={8}>
          <Group gap={4} wrap="nowrap" mih={30}>
            {handle}
            <TrackTitle title={track.title} onRename={(title) => onRename(track.id, title)} />
          </Group>
        </Paper>
      )}
    />
  );
}
