import { undecidedLevel } from '../level.js';
import { defineSlotVeto } from '../rule.js';

export const levelVeto = defineSlotVeto({
  kinds: ['veto.level'],
  examples: [
    {
      files: [
        { name: 'Ember v2.wav', integratedLufs: -14 },
        { name: 'Ember v1.wav', integratedLufs: -10 },
      ],
      finds: ['veto.level'],
    },
  ],
  of: ({ file, slot, words, level }) => undecidedLevel(file, slot, words, level),
});
