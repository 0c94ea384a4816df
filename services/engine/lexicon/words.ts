import { readFileSync } from 'node:fs';
import { fold } from './fold.js';

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
  'alias-label',
  'ambiguous',
  'apart',
  'approved',
  'article',
  'between-titles',
  'bounce',
  'code',
  'conflict',
  'connecting',
  'copy',
  'copy-end',
  'copy-of',
  'counted-part',
  'equal',
  'featuring',
  'final',
  'folder-revision-label',
  'guest',
  'item-label',
  'joining',
  'lane-label',
  'letter-label',
  'lower-case',
  'master-label',
  'master-word',
  'minor',
  'mix-label',
  'month',
  'negation',
  'no-day',
  'number',
  'numero',
  'part-label',
  'restored',
  'revision-label',
  'ripped',
  'shorter',
  'side-label',
  'small',
  'spare',
  'tail',
  'take-label',
  'tape-label',
  'technical',
  'track-label',
  'various',
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
  /** the number of a numeral or month, the class that a code stands for, the words that a word equals in titles, and
   * whether a word is ambiguous with a number, too */
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
    .map(({ word }) => word.replaceAll('.', '\\.'))
    .join('|');
