import type { Batch } from '../../batch/types.js';
import { fold } from '../../lexicon/fold.js';
import { anyOf } from '../../lexicon/words.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { Item } from '../items.js';
import { KINDS } from '../kinds.js';
import { defineVeto } from '../rule.js';
import { quote, type SlotReading } from '../slot-mentions.js';
import { MOSTLY_NOT, UNDECIDED, type Veto, veto } from '../veto.js';

/** Words that by themselves mark a file as not the intended one. */
const SPARE = new RegExp(`^(?:${anyOf('spare')})`);

/** Names of outdated or spare files, and of edits other than a radio edit. */
function spare(batch: Batch, file: BatchFile, reading: SlotReading, items: readonly Item[]): Veto[] {
  const said = (wordClass: string): SlotReading['mentions'][number] | undefined =>
    reading.mentions.find(({ mark, place }) => mark.wordClass === wordClass && mark.strength === 1 && place === 'name');
  const older = said('older');
  if (older) return [veto('veto.older', MOSTLY_NOT, `${quote(older)}: an outdated version`)];
  if (reading.slots.size > 0) return [];
  const spare = said('alternate');
  // A mix beside it has the same word, which the master took over.
  const isMaster = [...batch.mixes.values()].includes(file);
  if (spare && !isMaster && SPARE.test(fold(spare.mark.text)))
    return [veto('veto.alternate', UNDECIDED, `${quote(spare)}: an alternate of another file`)];
  const edit = said('edit');
  return edit && !items.some(({ kind }) => KINDS[kind].settlesTitle)
    ? [veto('veto.edit', UNDECIDED, `${quote(edit)}: an edit, which has no slot`)]
    : [];
}

export const spareVeto = defineVeto({
  kinds: ['veto.older', 'veto.alternate', 'veto.edit'],
  examples: [
    { files: ['Ember OLD'], finds: ['veto.older'] },
    { files: ['Ember backup'], finds: ['veto.alternate'] },
    { files: ['Ember video edit'], finds: ['veto.edit'] },
  ],
  of: ({ batch, file, words }, items) => spare(batch, file, words, items),
});
