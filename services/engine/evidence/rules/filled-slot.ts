import type { SlotType } from '../../types.js';
import { defineSlotRule } from '../rule.js';

const SLOT_NAMES: Record<SlotType, string> = {
  streaming_master: 'streaming master',
  vinyl_master: 'vinyl master',
  hires_master: 'hi-res master',
  cd_master: 'CD master',
  instrumental_master: 'instrumental',
  clean_master: 'clean version',
};

export const filledSlotRule = defineSlotRule({
  kinds: ['slot.filled'],
  examples: [
    { files: ['Ember'], finds: [] },
    { files: ['Ember'], filled: true, finds: ['slot.filled'] },
  ],
  of: ({ batch, trackIndex, slot }) =>
    batch.tracks[trackIndex]?.slots.find(({ slotType }) => slotType === slot)?.filled
      ? [{ kind: 'slot.filled', value: 1, text: () => `The ${SLOT_NAMES[slot]} slot already has a file` }]
      : [],
});
