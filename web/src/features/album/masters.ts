import { FRAMES_PER_S } from '../../../../services/album-times/times.js';
import type { Album, AlbumTrack, File } from '../../api';
import type { SlotType } from '../../lib/words';

/** The slots whose masters an album is made from. */
export const ALBUM_SLOTS = [
  'streaming_master',
  'cd_master',
  'vinyl_master',
  'hires_master',
] as const satisfies SlotType[];
export type AlbumSlot = (typeof ALBUM_SLOTS)[number];

export interface Master {
  file: File;
  /** Whether the track has no master in the chosen slot, so that its streaming master is used. */
  isSubstitute: boolean;
}

/** The current master of each track in a slot, or else its streaming master, by track id. */
export function mastersOf(files: File[], slot: AlbumSlot): Map<string, Master> {
  const masters = new Map<string, Master>();
  for (const wanted of ['streaming_master', slot] as const) {
    for (const file of files) {
      if (file.trackId && file.slotType === wanted && file.current)
        masters.set(file.trackId, { file, isSubstitute: wanted !== slot });
    }
  }
  return masters;
}

/** Seconds of silence before each track in this order, by track id. The first track of a disc has none. */
export function gapsOf(
  order: Pick<AlbumTrack, 'trackId' | 'disc' | 'ownGapFrames'>[],
  { defaultGapFrames }: Pick<Album, 'defaultGapFrames'>,
): Map<string, number> {
  return new Map(
    order.map(({ trackId, disc, ownGapFrames }, index) => {
      const isFirst = order[index - 1]?.disc !== disc;
      return [trackId, isFirst ? 0 : (ownGapFrames ?? defaultGapFrames) / FRAMES_PER_S];
    }),
  );
}
