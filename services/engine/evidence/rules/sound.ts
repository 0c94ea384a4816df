import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { type Item, sentence } from '../items.js';
import { defineRule } from '../rule.js';

function soundEvidence(batch: Batch, file: BatchFile, trackIndex: number): Item[] {
  const relation = batch.sounds.ofTrack(file.index, trackIndex);
  if (relation === null) return [];
  const title = batch.tracks[trackIndex]?.title ?? '';
  const text = {
    same: 'Sounds the same as this track',
    retouched: 'The same recording with passages altered',
    changed: 'Shares its music with this track, but parts are missing or changed',
    unclear: '',
    other: `Sounds like another song than “${title}”`,
  }[relation];
  const items: Item[] = relation === 'unclear' ? [] : [{ kind: `sound.${relation}`, value: 1, text: sentence(text) }];
  return items;
}

export const soundRule = defineRule({
  kinds: ['sound.same', 'sound.retouched', 'sound.changed', 'sound.other'],
  examples: [
    { files: [{ name: 'Bounce.wav', sounds: 1 }], finds: ['sound.same'] },
    {
      files: [
        { name: 'a.wav', sounds: 1, altered: [0.4, 20, 24] },
        { name: 'b.wav', sounds: 1 },
      ],
      finds: ['sound.retouched'],
    },
    { files: [{ name: 'Bounce.wav', sounds: 1, altered: [0.25, 0, 60] }], finds: ['sound.changed'] },
    { files: [{ name: 'Ember.wav', sounds: 2 }], finds: ['sound.other'] },
  ],
  of: ({ batch, file, trackIndex }) => soundEvidence(batch, file, trackIndex),
});
