import { readFileSync } from 'node:fs';
import { fold } from '../reading/fold.js';

/** Meanings of a word in the name of a master. If a word has several of these classes, the first one here counts. */
export const WORD_CLASSES = [
  // a slot
  'streaming',
  'vinyl',
  'hires',
  'cd',
  'instrumental',
  'clean',
  // the album version itself
  'main',
  // no slot
  'acapella',
  'tv',
  'stem',
  'reference',
  'tone',
  'unfinished',
  'whole',
  'snippet',
  'live',
  'remix',
  'surround',
  'sample',
  'spoken',
  'edit',
  // a variant of another file
  'alternate',
  'older',
  // says nothing about slot or song
  'filler',
  'useless',
] as const;

export type WordClass = (typeof WORD_CLASSES)[number];

/** Words whose role beside other words matters, such as the label of a number. A word may have several roles. */
export const WORD_ROLES = [
  'approved',
  'article',
  'between-titles',
  'bounce',
  'code',
  'connecting',
  'counted-part',
  'featuring',
  'final',
  'folder-revision-label',
  'lane-label',
  'lower-case',
  'master-label',
  'master-word',
  'minor',
  'negation',
  'number',
  'part-label',
  'restored',
  'revision-label',
  'side-label',
  'small',
  'tail',
  'technical',
  'track-label',
  'version-code',
] as const;

export type WordRole = (typeof WORD_ROLES)[number];

/** One line of words.csv. */
export interface WordRow {
  word: string;
  /** ISO 639-1 */
  language: string;
  class: WordClass | WordRole;
  /** 1 if the word hardly has another meaning in a file name, less if it has */
  strength: number;
  /** what a number counts, and the class that a code stands for */
  value: string;
}

/** Every line of words.csv, which the build copies beside this file. */
export const ROWS: readonly WordRow[] = readFileSync(new URL('words.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [word, language, of, strength, value] = line.split(',') as [string, string, WordRow['class'], string, string];
    return { word, language, class: of, strength: Number(strength), value };
  });

const byClass = Map.groupBy(ROWS, (row) => row.class);

/**
 * The rows of words that have a meaning by themselves: those of the first class first, and the most certain of each
 * class first.
 */
export const PHRASES: readonly (WordRow & { class: WordClass })[] = WORD_CLASSES.flatMap((wordClass) =>
  (byClass.get(wordClass) ?? []).map((row) => ({ ...row, class: wordClass })).sort((a, b) => b.strength - a.strength),
);

export const rowsOf = (role: WordRole): readonly WordRow[] => byClass.get(role) ?? [];

/** The words of a role, folded like the tokens of names. */
export const wordsOf = (role: WordRole): ReadonlySet<string> => new Set(rowsOf(role).map(({ word }) => fold(word)));

/** The same as alternatives of a regular expression. */
export const anyOf = (role: WordRole): string =>
  rowsOf(role)
    .map(({ word }) => word)
    .join('|');
