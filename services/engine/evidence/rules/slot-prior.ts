import { WORD_OF } from '../../reading/slot-words.js';
import { sentence } from '../items.js';
import { defineSlotRule } from '../rule.js';

export const slotPriorRule = defineSlotRule({
  kinds: ['slot.streaming', 'slot.vinyl', 'slot.hires', 'slot.cd', 'slot.instrumental', 'slot.clean'],
  examples: [
    { files: ['Ember'], finds: ['slot.streaming'] },
    { files: ['Ember'], slot: 'vinyl_master', finds: ['slot.vinyl'] },
    { files: ['Ember'], slot: 'hires_master', finds: ['slot.hires'] },
    { files: ['Ember'], slot: 'cd_master', finds: ['slot.cd'] },
    { files: ['Ember'], slot: 'instrumental_master', finds: ['slot.instrumental'] },
    { files: ['Ember'], slot: 'clean_master', finds: ['slot.clean'] },
  ],
  of: ({ slot }) => [{ kind: `slot.${WORD_OF[slot]}`, value: 1, text: sentence('') }],
});
