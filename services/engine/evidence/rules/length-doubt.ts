import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { SlotType } from '../../types.js';
import { sentence } from '../items.js';
import { FAR_S, ramp } from '../measures.js';
import { defineDoubt, type Doubt } from '../rule.js';

/** A master is as long as its original, give or take a fade; a radio edit may be much shorter. */
function lengthDoubt(batch: Batch, file: BatchFile, trackIndex: number, slot: SlotType): Doubt[] {
  const length = file.file.durationS;
  const source = batch.lengths[trackIndex];
  if (!length || !source || source.file === file.index) return [];
  if (batch.edits.has(trackIndex) && length > source.seconds) return [];
  const seconds = Math.abs(length - source.seconds);
  const share = seconds / source.seconds;
  const shortened = slot === 'clean_master' && length < source.seconds;
  const apart = shortened ? ramp(share, 0.4, 0.6) : seconds > FAR_S ? ramp(share, 0.025, 0.045) : 0;
  const value = source.file < 0 ? apart : apart / 2;
  return value > 0
    ? [{ kind: 'doubt.length', value, text: sentence('No master of this song would be that long') }]
    : [];
}

export const lengthDoubtRule = defineDoubt({
  kinds: ['doubt.length'],
  examples: [
    { files: [{ name: 'Ember.wav', durationS: 240 }], lengths: true, finds: ['doubt.length'] },
    { files: [{ name: 'Ember.wav', durationS: 181 }], lengths: true, finds: [] },
  ],
  of: ({ batch, file, trackIndex, slot }) => lengthDoubt(batch, file, trackIndex, slot),
});
