import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import { quote, type SlotReading } from '../slot-mentions.js';
import { DOUBTFUL, UNDECIDED, type Veto, veto } from '../veto.js';

function alternateOf(batch: Batch, file: BatchFile, trackIndex: number, reading: SlotReading): Veto[] {
  const isAlternate = (name: BatchFile['name']): boolean =>
    name.words.some(({ wordClass, strength }) => wordClass === 'alternate' && strength === 1);
  const said = reading.mentions.find(({ mark }) => mark.wordClass === 'alternate' && mark.strength === 1);
  if (!said || reading.slots.size > 0) return [];
  const others = batch.files.filter(
    (other) => other !== file && other.likely === trackIndex && !other.file.isOriginal && !batch.mixes.has(other.index),
  );
  if (others.some(({ name }) => !isAlternate(name)))
    return [veto('veto.alternate', DOUBTFUL, `${quote(said)}: an alternate of another file`)];
  return others.length > 0 ? [veto('veto.alternate', UNDECIDED, `${quote(said)}: one of several to choose from`)] : [];
}

export const alternateVeto = defineVeto({
  kinds: ['veto.alternate'],
  examples: [
    { files: ['Ember alt A', 'Ember'], finds: ['veto.alternate'] },
    { files: ['Ember alt A', 'Ember alt B'], finds: ['veto.alternate'] },
  ],
  of: ({ batch, file, trackIndex, words }) => alternateOf(batch, file, trackIndex, words),
});
