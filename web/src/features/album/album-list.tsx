import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { VinylFormat } from '../../../../services/album-times/limits.js';
import { partsOf, type TimedTrack } from '../../../../services/album-times/times.js';
import type { File } from '../../api';
import { AlbumTrackRow } from './album-track-row';
import { arranged, discHead, type Draft, type DraftTrack, rowIdsOf, sideHead } from './arrangement';
import type { AlbumSlot, Master } from './masters';
import { PartHead } from './part-head';
import { SortableRows } from './sortable-rows';

interface AlbumListProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  timed: (TimedTrack & { trackId: string; disc: number; side: string | null })[];
  masters: Map<string, Master>;
  slot: AlbumSlot;
  vinylFormat: VinylFormat;
  defaultGapFrames: number;
  play: (file: File) => ReactNode;
}

/** Discs, sides and tracks in one list. A track that passes the head of a side is on that side. */
export function AlbumList(props: AlbumListProps) {
  const { draft, onChange, timed, masters, slot, vinylFormat, defaultGapFrames, play } = props;
  const change = (trackId: string, changes: Partial<DraftTrack>) =>
    onChange({
      ...draft,
      tracks: draft.tracks.map((track) => (track.trackId === trackId ? { ...track, ...changes } : track)),
    });
  const discs = partsOf(timed, 'disc');
  const sides = partsOf(timed, 'side');
  const discOf = (trackId: string) => discs.find(({ tracks }) => tracks.some((track) => track.trackId === trackId))!;
  const sideOf = (trackId: string) => sides.find(({ tracks }) => tracks.some((track) => track.trackId === trackId))!;
  const disc = (trackId: string, handle?: ReactNode, onJoin?: () => void) => {
    const { name, tracks } = discOf(trackId);
    return <PartHead name={`Disc ${name}`} format={null} tracks={tracks} handle={handle} onJoin={onJoin} />;
  };
  const side = (trackId: string, handle?: ReactNode, onJoin?: () => void) => {
    const { name, tracks } = sideOf(trackId);
    return <PartHead name={`Side ${name}`} format={vinylFormat} tracks={tracks} handle={handle} onJoin={onJoin} />;
  };

  const rows = rowIdsOf(draft).map((id) => {
    const trackId = id.replace(/^(disc|side) /, '');
    const index = draft.tracks.findIndex((track) => track.trackId === trackId);
    const track = draft.tracks[index]!;
    const isTrack = id === trackId;
    const title = isTrack
      ? track.title
      : id.startsWith('disc')
        ? `Disc ${discOf(trackId).name}`
        : `Side ${sideOf(trackId).name}`;
    return { id, title, track, index, isTrack };
  });
  const first = draft.tracks[0]!.trackId;
  return (
    <Box>
      {disc(first)}
      {draft.hasSides && side(first)}
      <Group gap={6} wrap="nowrap" justify="flex-end" fz="xs" c="dimmed" ta="right" aria-hidden>
        <Box w={72}>Gap before</Box>
        <Box w={44}>Length</Box>
        <Box w={28} />
      </Group>
      <SortableRows
        rows={rows}
        onOrder={(ids) => onChange(arranged(draft, ids))}
        render={({ id, track, index, isTrack }, handle) => {
          const { trackId } = track;
          if (id === discHead(trackId)) return disc(trackId, handle, () => change(trackId, { startsDisc: false }));
          if (id === sideHead(trackId)) return side(trackId, handle, () => change(trackId, { startsSide: false }));
          const master = masters.get(trackId);
          const isLater = isTrack && index > 0;
          return (
            <AlbumTrackRow
              track={track}
              place={index + 1}
              slot={slot}
              master={master}
              defaultGapFrames={defaultGapFrames}
              hasGap={isLater && !track.startsDisc}
              handle={handle}
              play={master?.file.analysis.hasPreview && play(master.file)}
              onChange={(changes) => change(trackId, changes)}
              onNewDisc={isLater && !track.startsDisc ? () => change(trackId, { startsDisc: true }) : undefined}
              onNewSide={
                isLater && draft.hasSides && !track.startsSide ? () => change(trackId, { startsSide: true }) : undefined
              }
            />
          );
        }}
      />
    </Box>
  );
}
