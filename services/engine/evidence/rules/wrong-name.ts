import { SAME_LENGTH_S } from '../../batch/lengths.js';
import { certainTitle } from '../../batch/likely-track.js';
import type { Batch } from '../../batch/types.js';
import { fold } from '../../lexicon/fold.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { PART_OF_TITLE } from '../../reading/thresholds.js';
import { FAR_S, score } from '../measures.js';

export const apartFrom = (batch: Batch, trackIndex: number, length: number): number => {
  const known = batch.lengths[trackIndex];
  return known && known.file < 0 ? Math.abs(known.seconds - length) : Infinity;
};

/**
 * The track that embedded title and length both name while the file name contains another track's title; otherwise −1.
 */
export function taggedTrack(batch: Batch, file: BatchFile): number {
  const length = file.file.durationS;
  const tagged = file.tagTitles ? certainTitle(file.tagTitles) : -1;
  if (!length || tagged < 0 || file.anchor < 0 || tagged === file.anchor) return -1;
  const own = apartFrom(batch, file.anchor, length);
  return apartFrom(batch, tagged, length) <= SAME_LENGTH_S && own > FAR_S && own < Infinity ? tagged : -1;
}

/** Words that do not make another version of a song. */
const OF_SONG = new Set(['streaming', 'vinyl', 'cd', 'hires', 'main', 'filler', 'useless']);

/** A length that differs by this share belongs to another song or another version. */
const ANOTHER = 0.05;

/**
 * The only track that is as long as a file whose name contains another track's title, or −1. The name is then more
 * likely wrong, as in an export that was off by one, than a version that happens to have this length.
 */
export function renamedTrack(batch: Batch, file: BatchFile): number {
  const length = file.file.durationS;
  if (!length || file.anchor < 0 || batch.edits.has(file.anchor)) return -1;
  if (file.name.words.some(({ wordClass }) => !OF_SONG.has(wordClass))) return -1;
  const own = apartFrom(batch, file.anchor, length);
  if (own === Infinity || own <= Math.max(FAR_S, ANOTHER * length)) return -1;
  const asLong = batch.tracks.flatMap((_, trackIndex) =>
    apartFrom(batch, trackIndex, length) <= FAR_S ? [trackIndex] : [],
  );
  const [track] = asLong;
  if (asLong.length !== 1 || apartFrom(batch, track!, length) > batch.tolerance) return -1;
  // 'Moth - A2' on the album 'Moth', or 'Meridian' that is 'Meridian (Single Edit)'.
  const { title, artist } = batch.project;
  const named = fold(batch.tracks[file.anchor]?.title ?? '');
  const isProject = [title, artist ?? ''].some((name) => fold(name) === named);
  return isProject || score(file.titles[track!]) >= PART_OF_TITLE ? -1 : track!;
}
