import { SAME_LENGTH_S } from '../../batch/lengths.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { WHOLE_TITLE } from '../../reading/thresholds.js';
import type { Item } from '../items.js';
import { FAR_S, score } from '../measures.js';
import { defineRule } from '../rule.js';

/** Of two titles with the same words, 'Meridian' and 'Meridian (Single Edit)', the length decides. */
function settledEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const length = file.file.durationS;
  const known = batch.lengths[trackIndex];
  if (!length || !known || known.file >= 0 || Math.abs(known.seconds - length) > SAME_LENGTH_S) return [];
  const own = new Set(batch.titles[trackIndex]?.words.map(({ key }) => key));
  const shorter = batch.titles.findIndex(({ words }, o) => {
    const other = batch.lengths[o];
    const isWithin = o !== trackIndex && words.length < own.size && words.every(({ key }) => own.has(key));
    const isApart = other && other.file < 0 && Math.abs(other.seconds - length) > Math.max(FAR_S, 0.05 * other.seconds);
    return isWithin && isApart && score(file.titles[o]) >= WHOLE_TITLE;
  });
  if (shorter < 0) return [];
  const text = (): string =>
    `“${batch.tracks[shorter]?.title ?? ''}” is in the name, but this is the one of that length`;
  return [{ kind: 'duration.settles', value: 1, text }];
}

export const lengthSettlesRule = defineRule({
  kinds: ['duration.settles'],
  examples: [
    {
      files: [{ name: 'Ember.wav', durationS: 197 }],
      titles: ['Ember', 'Ember (Single Edit)'],
      lengths: true,
      track: 2,
      finds: ['duration.settles'],
    },
  ],
  of: ({ batch, file, trackIndex }) => settledEvidence(batch, file, trackIndex),
});
