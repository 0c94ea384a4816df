import { readWords, type WordMark } from '../names/read.js';
import type { BatchFile } from './batch.js';
import type { Residue } from './residue.js';
import type { SlotType } from './types.js';

export type SlotWord = 'streaming' | 'vinyl' | 'hires' | 'cd' | 'instrumental' | 'clean';

export const WORD_OF: Record<SlotType, SlotWord> = {
  streaming_master: 'streaming',
  vinyl_master: 'vinyl',
  hires_master: 'hires',
  cd_master: 'cd',
  instrumental_master: 'instrumental',
  clean_master: 'clean',
};

/** Words about version and format, where they stand, and how far that place is to be believed. */
export interface Said {
  mark: WordMark;
  trust: number;
  place: string;
}

export interface SlotReading {
  said: Said[];
  /** strongest mention of each slot */
  slots: Map<SlotWord, Said>;
  main: Said | null;
}

const SLOT_WORDS = new Set<string>(Object.values(WORD_OF));

/** Gathers what name, folder and embedded title say about the slot, with the title of track `t` taken out. */
export function readSlotWords(each: BatchFile, t: number, residue: Residue): SlotReading {
  const said: Said[] = residue.words.map((mark) => ({ mark, trust: 1, place: 'name' }));
  if (each.folder) {
    const words = readWords(each.folder.name, each.folder.tokens, each.folderClaimed);
    said.push(...words.map((mark) => ({ mark, trust: 0.8, place: 'folder' })));
  }
  const tagged = each.tagTitles?.[t];
  if (each.tagReading && tagged && tagged.cover * tagged.quality >= 0.6) {
    const words = readWords(each.tagReading.name, each.tagReading.tokens, tagged.consumed);
    said.push(
      ...words
        .filter((mark) => mark.wordClass !== 'main')
        .map((mark) => ({ mark, trust: 0.9, place: 'embedded title' })),
    );
  }
  const slots = new Map<SlotWord, Said>();
  let main: Said | null = null;
  for (const word of said) {
    const { wordClass } = word.mark;
    if (wordClass === 'main' && (!main || weight(word) > weight(main))) main = word;
    if (!SLOT_WORDS.has(wordClass)) continue;
    const before = slots.get(wordClass as SlotWord);
    if (!before || weight(word) > weight(before)) slots.set(wordClass as SlotWord, word);
  }
  return { said, slots, main };
}

export const weight = (said: Said): number => said.mark.strength * said.trust;

export const quote = (said: Said): string => `“${said.mark.text}” in the ${said.place}`;
