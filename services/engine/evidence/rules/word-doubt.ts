import type { RemainingWords } from '../../batch/remaining-words.js';
import { WORD_OF } from '../../reading/slot-words.js';
import type { SlotType } from '../../types.js';
import { type Item, sentence } from '../items.js';
import { KINDS } from '../kinds.js';
import { defineDoubt, type Doubt } from '../rule.js';
import type { SlotReading } from '../slot-mentions.js';

/**
 * Reasons that take a share of the claim however well title and length agree: words for something without a slot, and
 * unknown words after the title, which may name another version or another slot of the same sound.
 */
function doubtsOf(slot: SlotType, remaining: RemainingWords, reading: SlotReading, foreign: readonly Item[]): Doubt[] {
  const decisive = foreign.filter(
    (item) => KINDS[item.kind].decisive || (item.kind === 'word.reference' && item.value >= 1),
  );
  const doubts: Doubt[] = decisive.map((item) => ({
    kind: 'doubt.foreignWord',
    value: item.value,
    text: sentence(''),
  }));
  if (!remaining.qualified) return doubts;
  const unknown = remaining.unexplained.join(' ');
  doubts.push({
    kind: 'doubt.unknownWord',
    value: Math.min(1, remaining.weight),
    text: () => `“${unknown}” may name another version`,
  });
  const own = WORD_OF[slot];
  if (own === 'hires' && !reading.slots.has(own)) {
    doubts.push({
      kind: 'doubt.otherSlot',
      value: Math.min(1, remaining.weight),
      text: () => `“${unknown}” may name another slot, such as vinyl`,
    });
  }
  return doubts;
}

export const wordDoubtRule = defineDoubt({
  kinds: ['doubt.foreignWord', 'doubt.unknownWord', 'doubt.otherSlot'],
  examples: [
    { files: ['Ember acapella'], finds: ['doubt.foreignWord'] },
    { files: ['Ember Quux'], finds: ['doubt.unknownWord'] },
    { files: ['Ember Quux'], slot: 'hires_master', finds: ['doubt.unknownWord', 'doubt.otherSlot'] },
  ],
  of: ({ slot, remaining, words }, items) => doubtsOf(slot, remaining, words, items),
});
