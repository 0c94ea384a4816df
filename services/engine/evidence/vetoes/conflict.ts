import type { RemainingWords } from '../../batch/remaining-words.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { trackNumberOf } from '../../reading/track-number.js';
import type { Item } from '../items.js';
import { type EvidenceKind, KINDS } from '../kinds.js';
import { defineVeto } from '../rule.js';
import { UNDECIDED, type Veto, veto } from '../veto.js';
import { isLane, TRUSTED } from './lane.js';

/** If this many names have another number than the track they sound like, the numbers may not count tracks. */
const MISCOUNTED = 3;

const countedTrack = (batch: Batch, file: BatchFile, track: number): number | null => {
  const mark = trackNumberOf(file, track);
  return mark && !isLane(file) ? mark.position + batch.numbering.offset(mark.group) : null;
};

/** True if the numbers of most names belong to other tracks than the files sound like. */
function countSomethingElse(batch: Batch): boolean {
  const votes = batch.files.flatMap((file) => {
    const sounding = batch.sounds.trackOf(file.index);
    const counted = sounding < 0 ? null : countedTrack(batch, file, sounding);
    return counted === null ? [] : [counted === batch.tracks[sounding]?.trackNumber];
  });
  const wrong = votes.filter((agrees) => !agrees).length;
  return wrong >= MISCOUNTED && 2 * wrong > votes.length;
}

/** A name that consists of the number of a track other than the one that the file sounds like. */
function numberAgainstSound(batch: Batch, file: BatchFile, trackIndex: number, remaining: RemainingWords): Veto[] {
  if (!remaining.onlyNumber) return [];
  const counted = countedTrack(batch, file, trackIndex);
  if (counted === null || counted === batch.tracks[trackIndex]?.trackNumber || countSomethingElse(batch)) return [];
  const title = batch.tracks[trackIndex]?.title ?? '';
  return [veto('veto.conflict', UNDECIDED, `It sounds like “${title}”, but its name is only the number ${counted}`)];
}

/** Sound, length, number and tags that indicate different songs, while no title in the name decides. */
function conflicting(
  batch: Batch,
  file: BatchFile,
  trackIndex: number,
  remaining: RemainingWords,
  items: readonly Item[],
): Veto[] {
  const has = (...kinds: EvidenceKind[]): boolean => items.some(({ kind, value }) => kinds.includes(kind) && value > 0);
  const sounds = has('sound.same', 'sound.retouched', 'sound.changed');
  if (sounds && !has('title.match', 'title.folder', 'isrc.agrees', 'tag.title'))
    return numberAgainstSound(batch, file, trackIndex, remaining);
  if (has('title.match', 'title.folder', 'isrc.agrees', 'sound.same', 'sound.retouched', 'sound.changed')) return [];
  if (has('tag.title') && has('duration.off', 'duration.far'))
    return [
      veto('veto.conflict', UNDECIDED, 'Only the embedded title supports this track, and the length contradicts it'),
    ];
  if (has('tag.title') || !items.some(({ kind, value }) => KINDS[kind].ofLength && value > 0)) return [];
  if (has('tag.titleOther'))
    return [
      veto('veto.conflict', UNDECIDED, 'Only the length supports this track, and the embedded title is different'),
    ];
  const mark = trackNumberOf(file, trackIndex);
  if (!mark || isLane(file) || batch.numbering.trust(mark.group) < TRUSTED) return [];
  const counted = mark.position + batch.numbering.offset(mark.group);
  const isOther =
    counted !== batch.tracks[trackIndex]?.trackNumber && batch.tracks.some((one) => one.trackNumber === counted);
  return isOther
    ? [veto('veto.conflict', UNDECIDED, `Only the length supports this track, and the number says track ${counted}`)]
    : [];
}

export const conflictVeto = defineVeto({
  kinds: ['veto.conflict'],
  examples: [
    { files: [{ name: '03.wav', sounds: 1 }], finds: ['veto.conflict'] },
    { files: [{ name: '03.wav', durationS: 180 }], lengths: true, finds: ['veto.conflict'] },
    {
      files: [{ name: 'x.wav', durationS: 180, tags: { title: 'Low Tide' } }],
      lengths: true,
      finds: ['veto.conflict'],
    },
  ],
  of: ({ batch, file, trackIndex, remaining }, items) => conflicting(batch, file, trackIndex, remaining, items),
});
