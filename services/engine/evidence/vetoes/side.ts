import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import { hasUncounted } from '../rules/side.js';
import type { SlotReading } from '../slot-mentions.js';
import { UNDECIDED, type Veto, veto } from '../veto.js';

/** Sides exist before and after a record is cut. If nothing else shows which, the engineer decides. */
function onlySide(batch: Batch, file: BatchFile, trackIndex: number, reading: SlotReading): Veto[] {
  const side = batch.sides.get(file.index);
  if (!side || reading.slots.size > 0 || hasUncounted(batch, trackIndex)) return [];
  if (file.format === 'cd' || file.format === 'lossy') return [];
  return [
    veto(
      'veto.sides',
      UNDECIDED,
      `“${side.text}” counts the sides of a record, but no word says that this is for vinyl`,
    ),
  ];
}

export const sideVeto = defineVeto({
  kinds: ['veto.sides'],
  examples: [{ files: ['A1 Ember', 'A2 Low Tide', 'B1 Glass Orchard'], finds: ['veto.sides'] }],
  of: ({ batch, file, trackIndex, words }) => onlySide(batch, file, trackIndex, words),
});
