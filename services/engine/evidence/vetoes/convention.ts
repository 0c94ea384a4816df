import { DECIDES } from '../../batch/studio-rules.js';
import { type SlotWord, WORD_OF } from '../../reading/slot-words.js';
import { SLOT_LABELS, type SlotType } from '../../types.js';
import type { Item } from '../items.js';
import { defineSlotVeto } from '../rule.js';
import { mentionText, quote, ruleOf, type SlotReading, weight } from '../slot-mentions.js';
import { UNDECIDED, type Veto, veto } from '../veto.js';

const isVersion = (slot: SlotType): boolean => slot === 'instrumental_master' || slot === 'clean_master';

const contradicts = (word: SlotWord, slot: SlotType): boolean =>
  WORD_OF[slot] !== word && isVersion(slot) === (word === 'instrumental' || word === 'clean');

/**
 * A slot other than the one that the studio's rule names. That 'PM' means vinyl does not contradict 'Ember PM
 * instrumental', because versions have a single slot whatever they are made for.
 */
function againstConvention(slot: SlotType, reading: SlotReading, items: readonly Item[]): Veto[] {
  const rules = reading.mentions.flatMap((said) => {
    const rule = ruleOf(said);
    return rule && weight(said) >= DECIDES ? [{ said, rule }] : [];
  });
  const other = rules.find(({ rule }) => rule.slotType !== slot);
  const isNamed = reading.slots.has('instrumental') || reading.slots.has('clean');
  const isHeard = items.some(({ kind }) => kind === 'sound.changed' || kind === 'sound.retouched');
  if (other && !(isVersion(slot) && !isVersion(other.rule.slotType) && (isNamed || isHeard)))
    return [veto('veto.rule', UNDECIDED, `${mentionText(other.said)}, not ${SLOT_LABELS[slot]}`)];
  const word = [...reading.slots].find(
    ([word, said]) => ruleOf(said) === null && rules.some(({ rule }) => contradicts(word, rule.slotType)),
  );
  return word ? [veto('veto.rule', UNDECIDED, `${quote(word[1])} contradicts a convention of your studio`)] : [];
}

export const conventionVeto = defineSlotVeto({
  kinds: ['veto.rule'],
  examples: [
    { files: ['Ember PM vinyl'], conventions: { PM: 'hires_master' }, finds: ['veto.rule'] },
    { files: ['Ember PM instrumental'], conventions: { PM: 'vinyl_master' }, slot: 'instrumental_master', finds: [] },
  ],
  of: ({ slot, words }, items) => againstConvention(slot, words, items),
});
