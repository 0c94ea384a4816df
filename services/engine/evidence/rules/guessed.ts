import { sentence } from '../items.js';
import { KINDS } from '../kinds.js';
import { defineRule } from '../rule.js';

export const guessedRule = defineRule({
  kinds: ['track.guessed'],
  examples: [
    { files: ['Ember'], finds: [] },
    { files: ['Salt Road'], finds: ['track.guessed'] },
  ],
  of: ({ batch }, items) =>
    batch.tracks.length > 1 && !items.some(({ kind }) => KINDS[kind].namesTrack)
      ? [{ kind: 'track.guessed', value: 1, text: sentence('Neither name nor sound nor exact length names a track') }]
      : [],
});
