import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineDoubt, type Doubt } from '../rule.js';
import { renamedTrack, taggedTrack } from './wrong-name.js';

/**
 * A name that indicates another song than sound, or tags and length, do: a conflict for the engineer, whichever is
 * right.
 */
function conflictDoubts(batch: Batch, file: BatchFile, trackIndex: number): Doubt[] {
  const sounding = batch.sounds.trackOf(file.index);
  if (sounding < 0 && taggedTrack(batch, file) !== trackIndex && renamedTrack(batch, file) !== trackIndex) return [];
  const titleOf = (track: number): string => batch.tracks[track]?.title ?? '';
  if (sounding >= 0 && sounding !== trackIndex)
    return [{ kind: 'doubt.soundElsewhere', value: 1, text: () => `It sounds like “${titleOf(sounding)}”` }];
  if (file.anchor < 0 || file.anchor === trackIndex) return [];
  return [{ kind: 'doubt.nameElsewhere', value: 1, text: () => `Its name says “${titleOf(file.anchor)}”` }];
}

export const conflictDoubtRule = defineDoubt({
  kinds: ['doubt.soundElsewhere', 'doubt.nameElsewhere'],
  examples: [
    { files: [{ name: 'Ember.wav', sounds: 2 }], finds: ['doubt.soundElsewhere'] },
    { files: [{ name: 'Low Tide.wav', sounds: 1 }], finds: ['doubt.nameElsewhere'] },
  ],
  of: ({ batch, file, trackIndex }) => conflictDoubts(batch, file, trackIndex),
});
