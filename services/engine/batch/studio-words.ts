import { rowsOf, type WordClass, wordsOf } from '../lexicon/words.js';
import type { BatchFile, StudioWord } from '../reading/batch-file.js';
import type { NameReading } from '../reading/read.js';
import { SLOT_WORDS } from '../reading/slot-words.js';
import { PART_OF_TITLE } from '../reading/thresholds.js';
import type { Title, TitleMatch } from '../reading/title.js';
import type { Token } from '../reading/tokens.js';
import type { TaughtWord } from '../types.js';
import { formatAlone } from './format-alone.js';
import type { Batch } from './types.js';

const SMALL_WORDS = wordsOf('small');
const MAX_LENGTH = 24;
/** More words in one name form a sentence and are not codes. */
const MAX_WORDS = 8;
/** Spans whose form gives them a meaning. Formats are not included: the slot of '2448' is the studio's choice. */
const EXPLAINED_SPANS = new Set<string>([
  'isrc',
  'partialIsrc',
  'date',
  'level',
  'tempo',
  'musicalKey',
  'copy',
  'side',
  'disc',
  'catalogue',
  'seconds',
]);
/** Words of these classes mean the same in every studio, or nothing. */
const COMMON_KNOWLEDGE = new Set<WordClass>([
  'streaming',
  'vinyl',
  'hires',
  'cd',
  'instrumental',
  'clean',
  'main',
  'filler',
  'useless',
]);
/** Version words that studios use as codes: 'REV' without a number, or 'M2', which may be a second master. */
const AMBIGUOUS_ALONE = wordsOf('ambiguous');
const AMBIGUOUS_WITH_NUMBER = new Set(
  rowsOf('ambiguous').flatMap(({ word, value }) => (value === 'numbered' ? [word] : [])),
);
const TRACK_NUMBERS = new Set(['leading', 'track', 'side', 'disc']);

const overlaps = (word: { from: number; to: number }, other: { from: number; to: number }): boolean =>
  word.from < other.to && word.to > other.from;

function bestMatch(matches: readonly TitleMatch[] | null): TitleMatch | null {
  const best = matches?.reduce<TitleMatch | null>(
    (top, match) => (match.cover * match.quality > (top ? top.cover * top.quality : PART_OF_TITLE) ? match : top),
    null,
  );
  return best ?? null;
}

/** Runs of tokens that are not `taken`, cut at separators, at the edges of formats, and around 'mst' in 'mstvn'. */
function stretches(reading: NameReading, taken: (index: number) => boolean): { from: number; to: number }[] {
  const isMain = (index: number): boolean =>
    reading.words.some(({ wordClass, from, to }) => wordClass === 'main' && index >= from && index < to);
  const isApart = (index: number): boolean =>
    !reading.tokens[index]!.digits && !reading.tokens[index - 1]?.digits && isMain(index) !== isMain(index - 1);
  const formats = reading.marks.filter(({ span }) => span.kind === 'format');
  const formatOf = (index: number): number => formats.findIndex(({ from, to }) => index >= from && index < to);
  const found: { from: number; to: number }[] = [];
  reading.tokens.forEach((token, i) => {
    if (taken(i)) return;
    const last = found.at(-1);
    const format = formatOf(i);
    const joined = format === formatOf(i - 1) && ((token.glued && !isApart(i)) || format >= 0);
    if (last?.to === i && joined) last.to = i + 1;
    else found.push({ from: i, to: i + 1 });
  });
  return found;
}

/** True if only the studio can say what the stretch means. `titled`: the name also contains a title. */
function teaches(reading: NameReading, at: { from: number; to: number }, word: string, titled: boolean): boolean {
  const tokens = reading.tokens.slice(at.from, at.to);
  const format = reading.marks.some((mark) => mark.span.kind === 'format' && overlaps(at, mark));
  // 'Ember-I': a letter at the end is a code, even if it is also a word.
  const isLetter = /^[a-z]$/.test(word) && at.to === reading.tokens.length;
  if (
    word.length > MAX_LENGTH ||
    (SMALL_WORDS.has(word) && !isLetter) ||
    (!format && tokens.every((token) => token.digits))
  )
    return false;
  if (reading.marks.some((mark) => EXPLAINED_SPANS.has(mark.span.kind) && overlaps(at, mark))) return false;
  if (reading.numbers.some((mark) => TRACK_NUMBERS.has(mark.kind) && overlaps(at, mark))) return false;
  if (reading.revisions.some((mark) => !AMBIGUOUS_WITH_NUMBER.has(mark.label) && overlaps(at, mark))) return false;
  if (AMBIGUOUS_ALONE.has(word) || isLetter) return true;
  const known = reading.words.filter((mark) => COMMON_KNOWLEDGE.has(mark.wordClass));
  const explained = tokens.every((token, i) => known.some((mark) => at.from + i >= mark.from && at.from + i < mark.to));
  if (explained && !format && !reading.revisions.some((mark) => overlaps(at, mark))) return false;
  // Without a title in the name, a long word may be one.
  return titled || word.length <= 4 || /\d/.test(word);
}

function read(
  place: StudioWord['place'],
  reading: NameReading,
  matches: readonly TitleMatch[] | null,
  taken: (token: Token, index: number) => boolean,
): StudioWord[] {
  const title = bestMatch(matches);
  const skip = (index: number): boolean => title?.consumed[index] === 1 || taken(reading.tokens[index]!, index);
  return stretches(reading, skip).map((at) => {
    const tokens = reading.tokens.slice(at.from, at.to);
    const word = tokens.map((token) => token.key).join('');
    const text = reading.name.slice(tokens[0]?.start, tokens.at(-1)?.end);
    return { place, ...at, word, text, teaches: teaches(reading, at, word, place === 'folder' || title !== null) };
  });
}

/** The words of a file's name and folder that may be the studio's own; `ofPeople` marks artist and album. */
export function findStudioWords(
  each: Pick<BatchFile, 'name' | 'folder' | 'claimed' | 'folderClaimed' | 'titles' | 'folderTitles'>,
  ofPeople: (token: Token) => boolean,
): StudioWord[] {
  const inName = read('name', each.name, each.titles, (token, i) => each.claimed[i] === 1 || ofPeople(token));
  if (!each.folder) return inName;
  const inFolder = read(
    'folder',
    each.folder,
    each.folderTitles,
    (token, i) => each.folderClaimed?.[i] === 1 || ofPeople(token),
  );
  return [...inName, ...inFolder];
}

/**
 * By file: the words whose meaning its assignment teaches, and its format if only the format can have decided. A word
 * in every file of the batch does not distinguish files, unless the studio was asked about it, and a word from a title
 * may belong to the song.
 */
export function taughtWords(batch: Batch): TaughtWord[][] {
  const titleWords = new Set(batch.titles.flatMap((title: Title) => title.words.map((word) => word.key)));
  const carried = new Map<string, number>();
  for (const each of batch.files)
    for (const word of new Set(each.studioWords.map(({ word }) => word)))
      carried.set(word, (carried.get(word) ?? 0) + 1);
  const alone = batch.files.length === 1;
  const isAsked = (index: number, word: string): boolean =>
    (batch.houseWords[index] ?? []).some((own) => own.word === word) ||
    (batch.rules.get(word) ?? []).some(({ answered }) => answered);
  return batch.files.map((each) => {
    const words = new Map<string, TaughtWord>();
    for (const { word, text, teaches: may } of each.studioWords) {
      const common = !alone && carried.get(word) === batch.files.length && !isAsked(each.index, word);
      if (may && !common && !titleWords.has(word) && !words.has(word)) words.set(word, { word, text });
    }
    const track = each.assignedTo >= 0 ? each.assignedTo : each.likely;
    // With a word for a slot, the format says nothing about the studio's habit.
    const format = each.name.words.some(({ wordClass }) => SLOT_WORDS.has(wordClass))
      ? null
      : formatAlone(batch, each, track);
    return [...(format ? [format] : []), ...words.values()].slice(0, MAX_WORDS);
  });
}
