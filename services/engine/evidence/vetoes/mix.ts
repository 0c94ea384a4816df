import type { Batch } from '../../batch/types.js';
import { MIX } from '../../batch/versions.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { PART_OF_TITLE } from '../../reading/thresholds.js';
import { score } from '../measures.js';
import { defineVeto } from '../rule.js';
import { quote, type SlotReading } from '../slot-mentions.js';
import { DOUBTFUL, MOSTLY_NOT, type Veto, veto } from '../veto.js';
import { isMastered } from './mastered.js';

function namedMix(batch: Batch, file: BatchFile, trackIndex: number, reading: SlotReading): Veto[] {
  if (isMastered(file, reading)) return [];
  const said = reading.mentions.find(({ mark, place }) => mark.wordClass === 'reference' && place !== 'embedded title');
  const numbered = file.name.revisions.find(
    ({ label, from }) => MIX.has(label) && !file.titles[trackIndex]?.consumed[from],
  );
  const named = score(file.titles[trackIndex]) >= PART_OF_TITLE || file.name.rateHz !== null;
  if (said && (named || said.mark.strength === 1 || !/^mixdown/i.test(said.mark.text)))
    return [
      veto('veto.unmastered', said.place === 'name' ? MOSTLY_NOT : DOUBTFUL, `${quote(said)}: a mix before mastering`),
    ];
  return numbered ? [veto('veto.unmastered', MOSTLY_NOT, 'Named by its mix, not as a master')] : [];
}

export const mixVeto = defineVeto({
  kinds: ['veto.unmastered'],
  examples: [
    { files: ['Ember mix 3'], finds: ['veto.unmastered'] },
    { files: ['Ember mix 3 master'], finds: [] },
  ],
  of: ({ batch, file, trackIndex, words }) => namedMix(batch, file, trackIndex, words),
});
