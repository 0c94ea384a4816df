import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { type Item, sentence } from '../items.js';
import { defineRule } from '../rule.js';

/** The lengths of all files together leave only one track for this file. */
function leftEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  return batch.left.get(file.index) === trackIndex
    ? [{ kind: 'duration.left', value: 1, text: sentence('By their lengths, the other files here leave this track') }]
    : [];
}

export const lengthLeftRule = defineRule({
  kinds: ['duration.left'],
  examples: [
    {
      files: [
        { name: 'a.wav', durationS: 181 },
        { name: 'Low Tide.wav', durationS: 182 },
        { name: 'Glass Orchard.wav', durationS: 214 },
        { name: 'Northbound.wav', durationS: 231 },
      ],
      lengths: [180, 182, 214, 231, 260],
      finds: ['duration.left'],
    },
    { files: ['Ember'], lengths: true, finds: [] },
  ],
  of: ({ batch, file, trackIndex }) => leftEvidence(batch, file, trackIndex),
});
