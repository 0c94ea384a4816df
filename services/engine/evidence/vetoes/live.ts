import type { Batch } from '../../batch/types.js';
import { readName } from '../../reading/read.js';
import type { Item } from '../items.js';
import { KINDS } from '../kinds.js';
import { defineVeto } from '../rule.js';
import { quote, type SlotReading } from '../slot-mentions.js';
import { DOUBTFUL, type Veto, veto } from '../veto.js';

/** A word in more names than this describes the whole project. */
const HABIT = 0.5;

/** A performance other than the project's, unless most files or the project itself are named so. */
function otherPerformance(batch: Batch, { mentions, slots }: SlotReading, items: readonly Item[]): Veto[] {
  const said = mentions.find(({ mark }) => mark.wordClass === 'live');
  if (!said || slots.size > 0 || items.some(({ kind }) => KINDS[kind].settlesTitle && kind !== 'tag.title')) return [];
  const isHabit = batch.files.length > 1 && (batch.wordShares.get('live') ?? 0) > HABIT;
  const ofProject = readName(batch.project.title).words.some(({ wordClass }) => wordClass === 'live');
  return isHabit || ofProject ? [] : [veto('veto.live', DOUBTFUL, `${quote(said)}: another performance`)];
}

export const liveVeto = defineVeto({
  kinds: ['veto.live'],
  examples: [
    { files: ['Ember live', 'Low Tide'], finds: ['veto.live'] },
    { files: ['Ember live', 'Low Tide live', 'Northbound live'], finds: [] },
  ],
  of: ({ batch, words }, items) => otherPerformance(batch, words, items),
});
