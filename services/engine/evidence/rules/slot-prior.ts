import { WORD_OF } from '../../reading/slot-words.js';
import { sentence } from '../items.js';
import { defineSlotRule } from '../rule.js';

export const slotPriorRule = defineSlotRule({
  kinds: ['slot.streaming', 'slot.vinyl', 'slot.hires', 'slot.cd', 'slot.instrumental', 'slot.clean'],
  examples: [
    { files: ['Ember'], finds: ['slot.streaming'] },
    { files: ['Ember'], slot: 'cd_master', finds: ['slot.cd'] },
  ],
  of: ({ slot }) => [{ kind: `slot.${WORD_OF[slot]}`, value: 1, text: sentence('') }],
});
