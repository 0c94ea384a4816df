import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import { DOUBTFUL, MOSTLY_NOT, type Veto, veto } from '../veto.js';

function mixBeside(batch: Batch, file: BatchFile): Veto[] {
  const master = batch.mixes.get(file.index);
  if (master) return [veto('veto.unmastered', MOSTLY_NOT, `“${master.file.name}” is the master of it`)];
  return master === null ? [veto('veto.unmastered', DOUBTFUL, 'Masters beside it say so in their names')] : [];
}

export const mixBesideVeto = defineVeto({
  kinds: ['veto.unmastered'],
  examples: [{ files: ['Ember v7', 'Ember v7 mst', 'Low Tide v2', 'Low Tide v2 mst'], finds: ['veto.unmastered'] }],
  of: ({ batch, file }) => mixBeside(batch, file),
});
