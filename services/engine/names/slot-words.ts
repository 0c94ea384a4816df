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
