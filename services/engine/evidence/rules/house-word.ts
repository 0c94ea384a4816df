import { untaughtWords } from '../../batch/house-words.js';
import { defineSlotRule } from '../rule.js';

/**
 * A word that only the studio knows stands for vinyl more often than for hi-res if the file has a high sample rate:
 * nearly everybody writes 'HR' or the rate for hi-res. The slot stays open (`slotUntoldVeto`).
 */
export const houseWordRule = defineSlotRule({
  kinds: ['house.vinyl'],
  examples: [
    { files: [{ name: 'Ember PM.wav', sampleRateHz: 96_000 }, 'Ember'], slot: 'vinyl_master', finds: ['house.vinyl'] },
    { files: [{ name: 'Ember PM.wav', sampleRateHz: 96_000 }, 'Ember vinyl'], slot: 'vinyl_master', finds: [] },
    { files: [{ name: 'Ember HR PM.wav', sampleRateHz: 96_000 }, 'Ember'], slot: 'vinyl_master', finds: [] },
    { files: ['Ember PM'], slot: 'vinyl_master', finds: [] },
  ],
  of: ({ batch, file, words, slot }) => {
    if (slot !== 'vinyl_master' || file.format !== 'high' || words.slots.size > 0) return [];
    const [own] = batch.wordShares.get('vinyl') ? [] : untaughtWords(batch, file);
    return own ? [{ kind: 'house.vinyl', value: 1, text: () => `“${own.text}” may name the record` }] : [];
  },
});
