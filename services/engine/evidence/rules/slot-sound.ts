import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { WORD_OF } from '../../reading/slot-words.js';
import type { SlotType } from '../../types.js';
import { type Item, sentence } from '../items.js';
import { CUT_DB, type Level } from '../level.js';
import { defineSlotRule } from '../rule.js';

/** A vinyl master is made without the last limiter: from this difference on, in dB, it certainly is one. */
const FULL_CUT_DB = 3;

function soundSlotEvidence(batch: Batch, file: BatchFile, trackIndex: number, slot: SlotType, level: Level): Item[] {
  const items: Item[] = [];
  const relation = batch.sounds.ofTrack(file.index, trackIndex);
  const own = WORD_OF[slot];
  if (relation === 'changed' && own === 'instrumental')
    items.push({
      kind: 'sound.instrumental',
      value: 1,
      text: sentence('Parts such as the vocals are missing throughout'),
    });
  if (relation === 'changed' && own !== 'instrumental')
    items.push({ kind: 'sound.notWhole', value: 1, text: sentence('Parts that the original has are missing') });
  if (relation === 'same' && (own === 'instrumental' || own === 'clean'))
    items.push({ kind: 'sound.unchanged', value: 1, text: sentence('Nothing is missing against the original') });
  if (relation === 'retouched' && own !== 'clean' && own !== 'instrumental')
    items.push({
      kind: 'sound.notWhole',
      value: 1,
      text: sentence('Some passages are altered against another file of this track'),
    });
  if (relation === 'retouched' && own === 'clean')
    items.push({ kind: 'sound.clean', value: 1, text: sentence('A few passages are altered, as in a clean version') });
  const quieter = relation === 'changed' || relation === 'retouched' ? 0 : level.quieter;
  const value = Math.min(1, (level.share * quieter) / FULL_CUT_DB);
  if (quieter > CUT_DB && own === 'vinyl')
    items.push({
      kind: 'sound.quieter',
      value,
      text: () => `${quieter.toFixed(1)} dB quieter than the other formats, as for vinyl`,
    });
  if (quieter > CUT_DB && (own === 'streaming' || own === 'hires' || own === 'cd'))
    items.push({
      kind: 'sound.quieterElsewhere',
      value,
      text: () => `${quieter.toFixed(1)} dB quieter than the other formats, as only vinyl is`,
    });
  return items;
}

export const slotSoundRule = defineSlotRule({
  kinds: [
    'sound.instrumental',
    'sound.notWhole',
    'sound.unchanged',
    'sound.clean',
    'sound.quieter',
    'sound.quieterElsewhere',
  ],
  examples: [
    {
      files: [{ name: 'a.wav', sounds: 1, altered: [0.25, 0, 60] }],
      slot: 'instrumental_master',
      finds: ['sound.instrumental'],
    },
    { files: [{ name: 'a.wav', sounds: 1, altered: [0.25, 0, 60] }], finds: ['sound.notWhole'] },
    {
      files: [
        { name: 'a.wav', sounds: 1, altered: [0.4, 20, 24] },
        { name: 'b.wav', sounds: 1 },
      ],
      slot: 'clean_master',
      finds: ['sound.clean'],
    },
    { files: [{ name: 'a.wav', sounds: 1 }], slot: 'clean_master', finds: ['sound.unchanged'] },
    {
      files: [
        { name: 'Ember.wav', integratedLufs: -14 },
        { name: 'Ember b.wav', integratedLufs: -10 },
      ],
      slot: 'vinyl_master',
      finds: ['sound.quieter'],
    },
    {
      files: [
        { name: 'Ember.wav', integratedLufs: -14 },
        { name: 'Ember b.wav', integratedLufs: -10 },
      ],
      finds: ['sound.quieterElsewhere'],
    },
  ],
  of: ({ batch, file, trackIndex, slot, level }) => soundSlotEvidence(batch, file, trackIndex, slot, level),
});
