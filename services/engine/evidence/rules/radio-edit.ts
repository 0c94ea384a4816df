import { anyOf } from '../../lexicon/words.js';
import { sentence } from '../items.js';
import { defineSlotRule } from '../rule.js';

/** A file that is shorter or longer than this is not a radio edit. */
const [LEAST, MOST] = [0.5, 0.985];
const NAMED = new RegExp(anyOf('shorter'), 'i');

export const radioEditRule = defineSlotRule({
  kinds: ['duration.radioEdit'],
  examples: [
    {
      files: [{ name: 'Ember radio edit.wav', durationS: 160 }],
      lengths: true,
      slot: 'clean_master',
      finds: ['duration.radioEdit'],
    },
    { files: [{ name: 'Ember clean.wav', durationS: 160 }], lengths: true, slot: 'clean_master', finds: [] },
  ],
  of: ({ batch, file, trackIndex, slot, words }) => {
    const known = batch.lengths[trackIndex];
    const share = known && file.file.durationS ? file.file.durationS / known.seconds : 1;
    const said = slot === 'clean_master' && NAMED.test(words.slots.get('clean')?.mark.text ?? '');
    return said && share > LEAST && share < MOST
      ? [{ kind: 'duration.radioEdit', value: 1, text: sentence('Shorter than the original, as radio edits are') }]
      : [];
  },
});
