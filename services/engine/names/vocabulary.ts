import { OTHER_PHRASES } from './other-vocabulary.js';
import { SLOT_PHRASES } from './slot-vocabulary.js';

/**
 * What the words of a master's file name say, in the languages studios write them in. Phrases are compared folded
 * (see fold.ts): case, accents, apostrophes and separators do not matter; Cyrillic, Greek and Hangul are compared in
 * their transliteration. Phrases of scripts without spaces are also looked for inside longer runs (CJK_PHRASES).
 */
export type WordClass =
  // a slot
  | 'streaming'
  | 'vinyl'
  | 'hires'
  | 'cd'
  | 'instrumental'
  | 'clean'
  // the album version itself
  | 'main'
  // no slot
  | 'acapella'
  | 'tv'
  | 'stem'
  | 'reference'
  | 'tone'
  | 'unfinished'
  | 'whole'
  | 'snippet'
  | 'live'
  | 'remix'
  | 'sample'
  | 'spoken'
  | 'edit'
  | 'surround'
  // a variant of another file
  | 'alternate'
  | 'older'
  // says nothing about slot or song
  | 'filler'
  | 'useless';

/** Comma-separated phrases: those with hardly another meaning in a file name, and those that are likely meant so. */
export type Phrases = { sure: string; likely?: string };

const split = (list: string): string[] =>
  list
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

const WORDS: Record<WordClass, Phrases> = { ...SLOT_PHRASES, ...OTHER_PHRASES };

export interface Phrase {
  wordClass: WordClass;
  /** 1 when the phrase has hardly another meaning in a file name, less when it has */
  strength: number;
}

const HAS_CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Phrases in their own script, longest first, for cutting runs without spaces. */
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
