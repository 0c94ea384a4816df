import { rowsOf, type WordClass } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { WordMark } from '../reading/read.js';
import type { Codes } from './types.js';

/** Meanings that studios abbreviate to one or two letters to tell the files of a track apart. */
const MEANINGS = new Map(rowsOf('code').map(({ word, value }) => [word, value as WordClass]));
/** If these also tell names apart, 'I' and 'V' are numerals, and single letters enumerate. */
const COUNTING = new Set(['b', 'ii', 'iii', 'iv', 'vi', 'vii', 'viii', 'ix']);
/** Evidence by themselves, even if the other files have no code. */
const TELLING = new Set(['i', 'v', 're']);
/** Initials alone count less than words. */
const STRENGTH = 0.8;
/** Groups of names that differ only by codes, or the codes of a single group. */
const GROUPS = 2;
const CODES = 3;

/** The codes that distinguish names which are otherwise equal except for formats; empty if there are too few. */
export function codesOf(files: readonly BatchFile[]): Codes {
  const told = new Map<string, number>();
  for (const group of Map.groupBy(files, withoutCodes).values()) {
    const counts = new Map<string, number>();
    for (const each of group) for (const word of new Set(codesIn(each))) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (group.length > 1 && [...counts.keys()].some((word) => COUNTING.has(word))) return new Map();
    for (const [word, count] of counts) if (count < group.length) told.set(word, (told.get(word) ?? 0) + 1);
  }
  const often = [...told].filter(([, groups]) => groups >= GROUPS).map(([word]) => word);
  const system = often.length >= 2 || often.some((word) => TELLING.has(word)) || told.size >= CODES;
  return new Map(system ? [...MEANINGS].filter(([word]) => told.has(word)) : []);
}

const isCode = (word: string): boolean => MEANINGS.has(word) || COUNTING.has(word);

const codesIn = (each: BatchFile): string[] =>
  each.studioWords.flatMap(({ place, word }) => (place === 'name' && isCode(word) ? [word] : []));

function withoutCodes(each: BatchFile): string {
  const left = each.name.tokens.map((token) => token.key);
  for (const { place, word, from, to } of each.studioWords)
    if (place === 'name' && isCode(word)) left.fill('', from, to);
  for (const { from, to, span } of each.name.marks) if (span.kind === 'format') left.fill('', from, to);
  return left.filter(Boolean).join(' ');
}

/** Marks for the codes in one name, like those for words. Tokens marked in `skip` belong to a title. */
export function codeMarks(codes: Codes, each: BatchFile, skip: Uint8Array): WordMark[] {
  return each.studioWords.flatMap(({ place, word, text, from, to }): WordMark[] => {
    const meaning = place === 'name' ? codes.get(word) : undefined;
    if (meaning === undefined || skip.subarray(from, to).includes(1)) return [];
    const wordClass = word === 'c' && each.format === 'cd' ? 'cd' : meaning;
    return [{ from, to, text, wordClass, strength: STRENGTH }];
  });
}
