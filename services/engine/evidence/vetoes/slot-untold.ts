import { formatAlone } from '../../batch/format-alone.js';
import { untaughtWords } from '../../batch/house-words.js';
import { DECIDES } from '../../batch/studio-rules.js';
import type { FormatClass } from '../../reading/format-class.js';
import { type SlotWord, WORD_OF } from '../../reading/slot-words.js';
import { defineSlotVeto, type SlotContext } from '../rule.js';
import { weight } from '../slot-mentions.js';
import { OPEN, type Veto, veto } from '../veto.js';

/** Possible slots of files whose format is the only one; they differ by studio. */
const BY_FORMAT: Partial<Record<FormatClass, string>> = { cd: 'streaming or CD', high: 'streaming, hi-res or vinyl' };

/**
 * The highest confidence of a slot that the format alone suggests. Studios that use one format for everything are
 * divided between the slots, in the labelled batches too.
 */
const STATED: Partial<Record<FormatClass, number>> = { cd: 50, high: 40 };

/** A word, the sound, the level or the side of a record shows that the file is for this slot. */
function isTold({ batch, file, words, level, slot }: SlotContext): boolean {
  const own = WORD_OF[slot];
  const said = words.slots.get(own);
  return (
    (said !== undefined && weight(said) >= DECIDES) ||
    (own === 'vinyl' && (batch.sides.has(file.index) || level.quieter > 0))
  );
}

const OF_MASTER = new Set<SlotWord>(['streaming', 'cd', 'hires', 'vinyl']);

/** A slot that only the format supports, and that studios use in different ways. */
function untold(context: SlotContext): Veto[] {
  const { batch, file, trackIndex, slot } = context;
  if (file.file.isOriginal || isTold(context)) return [];
  const [own] = untaughtWords(batch, file);
  if (own) {
    // On a file of a high sample rate, most of these words name the record (`houseWordRule`).
    const stated = slot === 'vinyl_master' ? undefined : STATED[file.format];
    return [veto('veto.houseWord', OPEN, `“${own.text}” may name the slot; your studio has not said which`, stated)];
  }
  const format = OF_MASTER.has(WORD_OF[slot]) ? formatAlone(batch, file, trackIndex) : null;
  const slots = BY_FORMAT[file.format] ?? '';
  return format
    ? [veto('veto.formatAlone', OPEN, `${format.text} alone is for ${slots}: nothing says which`, STATED[file.format])]
    : [];
}

export const slotUntoldVeto = defineSlotVeto({
  kinds: ['veto.formatAlone', 'veto.houseWord'],
  examples: [
    { files: [{ name: 'Ember.wav', bitDepth: 16 }], finds: ['veto.formatAlone'] },
    { files: [{ name: 'Ember.wav', sampleRateHz: 96_000 }], slot: 'vinyl_master', finds: ['veto.formatAlone'] },
    { files: [{ name: 'Ember CD.wav', bitDepth: 16 }], slot: 'cd_master', finds: [] },
    { files: ['Ember'], finds: [] },
    { files: ['Ember PM'], finds: ['veto.houseWord'] },
    { files: ['Ember PM'], conventions: { PM: 'vinyl_master' }, slot: 'vinyl_master', finds: [] },
  ],
  of: (context) => untold(context),
});
