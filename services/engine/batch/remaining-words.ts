import { wordsOf } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import { isPlace, type NameReading, readWords, type WordMark } from '../reading/read.js';
import { codeMarks } from './codes.js';
import { givingWay, type StudioMark, studioMarks } from './studio-rules.js';
import type { Batch } from './types.js';

/** The rest of a name once a title has been found in it. */
export interface RemainingWords {
  /** words about version, format or use, except slot words inside the title */
  words: WordMark[];
  /** words that the studio's rules explain */
  studio: StudioMark[];
  /** unexplained words, and their total weight */
  unexplained: string[];
  weight: number;
  /** unexplained words in brackets or after the title, where versions are named */
  qualified: boolean;
  /** the same for the whole name, as if no title had been found */
  contentWords: string[];
  content: number;
  /** the name consists of a number (and format or habit words) alone */
  onlyNumber: boolean;
}

const SMALL_WORDS = wordsOf('small');
const SILENT_SPANS = new Set([
  'format',
  'date',
  'isrc',
  'level',
  'tempo',
  'musicalKey',
  'copy',
  'partialIsrc',
  'catalogue',
  'hash',
  'barcode',
]);
function spanMask(reading: NameReading): Uint8Array {
  const mask = new Uint8Array(reading.tokens.length);
  for (const { from, to, span } of reading.marks) if (SILENT_SPANS.has(span.kind)) mask.fill(1, from, to);
  return mask;
}

/** Weight of an unexplained token: a long word may be a song, two letters are probably initials. */
function weigh(key: string, digits: boolean): number {
  if (digits) return 0.25;
  if (SMALL_WORDS.has(key)) return 0.05;
  return key.length <= 1 ? 0.3 : key.length === 2 ? 0.35 : key.length === 3 ? 0.7 : 1;
}

function leftover(
  reading: NameReading,
  covered: Uint8Array,
  titleWords: ReadonlySet<string>,
): { words: string[]; weight: number; at: number[] } {
  const words: string[] = [];
  const at: number[] = [];
  let weight = 0;
  reading.tokens.forEach((token, i) => {
    if (covered[i]) return;
    const each = Math.max(weigh(token.key, token.digits), titleWords.has(token.key) && !token.digits ? 0.6 : 0);
    weight += each;
    if (each < 0.3) return;
    words.push(token.text);
    at.push(i);
  });
  return { words, weight: words.length > 0 ? weight : 0, at };
}

const overlapping =
  (a: WordMark) =>
  (b: WordMark): boolean =>
    a.from < b.to && b.from < a.to;

/** Returns what remains of the name of `each` beside the title of track `t`. */
export function remainingWordsOf(batch: Batch, each: BatchFile, t: number): RemainingWords {
  const reading = each.name;
  const consumed = each.titles[t]?.consumed ?? new Uint8Array(reading.tokens.length);
  const spans = spanMask(reading);
  const skip = new Uint8Array(reading.tokens.length);
  for (let i = 0; i < skip.length; i++)
    skip[i] = consumed[i] || spans[i] || each.claimed[i] || each.ofStudioName[i] ? 1 : 0;
  const side = batch.sides.get(each.index);
  if (side) skip.fill(1, side.from, side.to);
  for (const { from, to, span } of reading.marks)
    if (span.kind === 'disc' && isPlace(reading.name, span)) skip.fill(1, from, to);
  const studio = studioMarks(batch, each, 'name', consumed);
  const codes = codeMarks(batch.codes, each, skip);
  const words = givingWay(
    [...readWords(reading.name, reading.tokens, skip).filter((word) => !codes.some(overlapping(word))), ...codes],
    studio,
  );
  const covered = Uint8Array.from(spans, (on, i) => (on || each.explained[i] ? 1 : 0));
  for (const mark of [...words, ...studio]) covered.fill(1, mark.from, mark.to);
  for (const mark of reading.numbers)
    if (mark.kind !== 'trailing' && mark.kind !== 'inner') covered.fill(1, mark.from, mark.to);
  if (each.place) covered.fill(1, each.place.from, each.place.to);
  for (const mark of reading.revisions) covered.fill(1, mark.from, mark.to);
  if (side) covered.fill(1, side.from, side.to);
  const whole = leftover(reading, covered, batch.titleWords);
  consumed.forEach((on, i) => {
    if (on) covered[i] = 1;
  });
  const rest = leftover(reading, covered, batch.titleWords);
  const meaningful =
    studio.length > 0 || words.some((word) => word.wordClass !== 'filler' && word.wordClass !== 'main');
  return {
    words,
    studio,
    unexplained: rest.words,
    weight: rest.weight,
    qualified: rest.at.some((i) => (reading.tokens[i]?.bracket ?? 0) > 0 || i > consumed.lastIndexOf(1)),
    contentWords: whole.words,
    content: whole.weight,
    onlyNumber: whole.words.length === 0 && !meaningful && reading.numbers.length > 0,
  };
}
