import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { SlotType } from '../../types.js';
import type { Item } from '../items.js';
import { defineSlotRule } from '../rule.js';
import type { SlotReading } from '../slot-mentions.js';

/** Possible word classes of a master of the whole song. */
const OF_SONG = new Set(['streaming', 'cd', 'hires', 'main', 'filler', 'useless']);

/**
 * If another master of track `t` is not counted by sides, it is the master for the record that these sides belong to.
 */
export const hasUncounted = (batch: Batch, trackIndex: number): boolean =>
  batch.files.some(
    ({ index, likely, format, file, name }) =>
      likely === trackIndex &&
      !batch.sides.has(index) &&
      !batch.mixes.has(index) &&
      !file.isOriginal &&
      format !== 'lossy' &&
      file.bitDepth !== 32 &&
      name.words.every(({ wordClass }) => OF_SONG.has(wordClass)),
  );

/**
 * Sides exist on records. A file that is counted by sides is for cutting, unless a word or the format contradicts that.
 */
function sideEvidence(batch: Batch, file: BatchFile, trackIndex: number, slot: SlotType, reading: SlotReading): Item[] {
  const side = batch.sides.get(file.index);
  const says = [...reading.slots.keys()].every((word) => word === 'vinyl');
  if (!side || slot !== 'vinyl_master' || !says) return [];
  if (file.format === 'cd' || file.format === 'lossy') return [];
  const beside = hasUncounted(batch, trackIndex);
  // Records are mostly cut from files of a high sample rate.
  const value = beside || file.format === 'high' ? 1 : 0.5;
  const text = (): string => `“${side.text}” counts the sides of a record`;
  return [{ kind: beside ? 'side.beside' : 'side.alone', value, text }];
}

export const sideRule = defineSlotRule({
  kinds: ['side.beside', 'side.alone'],
  examples: [
    { files: ['A1 Ember', 'A2 Low Tide', 'B1 Glass Orchard'], slot: 'vinyl_master', finds: ['side.alone'] },
    {
      files: ['A1 Ember', 'A2 Low Tide', 'B1 Glass Orchard', 'Ember', 'Low Tide', 'Glass Orchard'],
      slot: 'vinyl_master',
      finds: ['side.beside'],
    },
  ],
  of: ({ batch, file, trackIndex, slot, words }) => sideEvidence(batch, file, trackIndex, slot, words),
});
