import type { Batch } from '../../batch/types.js';
import { wordsOf } from '../../lexicon/words.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { defineVeto } from '../rule.js';
import type { SlotReading } from '../slot-mentions.js';
import { DOUBTFUL, type Veto, veto } from '../veto.js';
import { isMastered } from './mastered.js';

/** A name that another file has with 'mst' appended, and names like it beside such pairs. */
const BOUNCES = wordsOf('bounce');

/** 'Ember bounce 3' beside 'Ember master' is the source of that master. */
function bounceBeside(batch: Batch, file: BatchFile, trackIndex: number, reading: SlotReading): Veto[] {
  const isBounce = ({ name, titles }: BatchFile): boolean =>
    name.tokens.some(({ key }, i) => BOUNCES.has(key) && !titles[trackIndex]?.consumed[i]);
  if (!isBounce(file) || isMastered(file, reading)) return [];
  const saysMaster = ({ name, explained, ofStudioName }: BatchFile): boolean =>
    name.words.some(
      ({ wordClass, strength, from }) =>
        wordClass === 'main' && strength === 1 && !explained[from] && !ofStudioName[from],
    );
  const master = batch.files.find((other) => other.likely === trackIndex && !isBounce(other) && saysMaster(other));
  return master ? [veto('veto.unmastered', DOUBTFUL, `A bounce, beside “${master.file.name}”`)] : [];
}

export const bounceVeto = defineVeto({
  kinds: ['veto.unmastered'],
  examples: [
    { files: ['Ember bounce 3', 'Ember master'], finds: ['veto.unmastered'] },
    { files: ['Ember bounce 3'], finds: [] },
  ],
  of: ({ batch, file, trackIndex, words }) => bounceBeside(batch, file, trackIndex, words),
});
