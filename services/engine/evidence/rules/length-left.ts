import type { Batch, BatchFile } from '../../batch/types.js';
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
  examples: [{ files: ['Ember'], lengths: true, finds: [] }],
  of: ({ batch, file, trackIndex }) => leftEvidence(batch, file, trackIndex),
});
