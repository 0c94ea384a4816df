import type { WordClass } from '../lexicon/words.js';
import type { SlotType } from '../types.js';

export type SlotWord = 'streaming' | 'vinyl' | 'hires' | 'cd' | 'instrumental' | 'clean';

/** The word class of each slot. */
export const WORD_OF: Record<SlotType, SlotWord> = {
  streaming_master: 'streaming',
  vinyl_master: 'vinyl',
  hires_master: 'hires',
  cd_master: 'cd',
  instrumental_master: 'instrumental',
  clean_master: 'clean',
};

/** The classes of words that name a slot. */
export const SLOT_WORDS: ReadonlySet<WordClass> = new Set(Object.values(WORD_OF));
