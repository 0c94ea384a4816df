import { OTHER_PHRASES } from './other-vocabulary.js';
import { SLOT_PHRASES } from './slot-vocabulary.js';
import type { Phrases, WordClass } from './word-class.js';

const split = (list: string): string[] =>
  list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

/**
 * The words of file names in the languages studios write them in. Phrases are compared folded (fold.ts): case, accents,
 * apostrophes and separators do not matter; Cyrillic, Greek and Hangul are compared in their transliteration.
 */
const WORDS: Record<WordClass, Phrases> = { ...SLOT_PHRASES, ...OTHER_PHRASES };

export interface Phrase {
  wordClass: WordClass;
  /** 1 when the phrase has hardly another meaning in a file name, less when it has */
  strength: number;
}

const HAS_CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Phrases of scripts without spaces, longest first: they are also looked for inside longer runs. */
export const CJK_PHRASES: string[] = Object.values(WORDS)
  .flatMap(({ sure, likely }) => split(`${sure},${likely ?? ''}`))
  .filter((phrase) => HAS_CJK.test(phrase))
  .sort((a, b) => b.length - a.length);

/** Every phrase with its classes, as written; folding them is the reader's work. */
export const PHRASES: { phrase: string; meaning: Phrase }[] = Object.entries(WORDS).flatMap(([wordClass, lists]) => [
  ...split(lists.sure).map((phrase) => ({ phrase, meaning: { wordClass: wordClass as WordClass, strength: 1 } })),
  ...split(lists.likely ?? '').map((phrase) => ({
    phrase,
    meaning: { wordClass: wordClass as WordClass, strength: 0.7 },
  })),
]);
