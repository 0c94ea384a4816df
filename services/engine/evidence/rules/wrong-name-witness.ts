import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { Item } from '../items.js';
import { defineRule } from '../rule.js';
import { renamedTrack, taggedTrack } from './wrong-name.js';

/**
 * Evidence that the name is wrong: tags may be left over and lengths may be equal by chance, but both rarely for one
 * song.
 */
function witnessEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const tagged = taggedTrack(batch, file);
  const track = tagged >= 0 ? tagged : renamedTrack(batch, file);
  if (track < 0) return [];
  const title = batch.tracks[track]?.title ?? '';
  if (tagged >= 0) {
    const text = (): string => `Embedded title and length both say “${title}”`;
    return [{ kind: track === trackIndex ? 'tag.withLength' : 'tag.withLengthOther', value: 1, text }];
  }
  const text = (): string => `Of all songs here, only “${title}” is that long`;
  return [{ kind: track === trackIndex ? 'duration.renamed' : 'duration.renamedOther', value: 1, text }];
}

export const wrongNameRule = defineRule({
  kinds: ['tag.withLength', 'tag.withLengthOther', 'duration.renamed', 'duration.renamedOther'],
  examples: [
    {
      files: [{ name: 'Low Tide.wav', durationS: 180, tags: { title: 'Ember' } }],
      lengths: true,
      finds: ['tag.withLength'],
    },
    {
      files: [{ name: 'Ember.wav', durationS: 197, tags: { title: 'Low Tide' } }],
      lengths: true,
      finds: ['tag.withLengthOther'],
    },
    { files: [{ name: 'Low Tide.wav', durationS: 180 }], lengths: true, finds: ['duration.renamed'] },
    { files: [{ name: 'Ember.wav', durationS: 197 }], lengths: true, finds: ['duration.renamedOther'] },
  ],
  of: ({ batch, file, trackIndex }) => witnessEvidence(batch, file, trackIndex),
});
