import { fold } from '../lexicon/fold.js';
import { ROWS, rowsOf, wordsOf } from '../lexicon/words.js';
import type { BatchFile, StudioWord } from '../reading/batch-file.js';
import { within } from '../reading/parts.js';
import { DECIDES, trustOf } from './studio-rules.js';
import type { Batch, Codes } from './types.js';

/** Longer words are remarks or song titles, not codes of slots and versions. */
export const LONGEST_CODE = 5;
/** A word in this share of the names does not name a song. */
const MOST = 0.5;
/** In larger batches, a word that occurs once is a remark about its file. */
const FEW_FILES = 3;

/** If these letters tell files apart, the letters enumerate. */
const LISTED = /^[ab]$/;

/** Words with a known meaning. That of codes and single letters depends on the studio. */
const KNOWN = new Set(ROWS.flatMap((row) => (row.class === 'code' || row.class === 'number' ? [] : [fold(row.word)])));
const MASTER = wordsOf('master-word');
const CONNECTING = wordsOf('connecting');
/** Codes for what a file of the ordinary format is by default; 'E' may be explicit or an edit. */
const ORDINARY = new Set(
  rowsOf('code').flatMap(({ word, value }) =>
    word !== 'e' && (value === 'main' || value === 'streaming') ? [word] : [],
  ),
);

/** Whether only formats and versions follow the word: the position where studios write the slot. */
function isLast({ name }: BatchFile, to: number): boolean {
  const said = [...name.marks.filter(({ span }) => span.kind === 'format'), ...name.revisions];
  return name.tokens.every((_, i) => i < to || within(said, i));
}

/** 'HM Master' and 'by HM' name a person, 'mstvn' does not. */
function isPerson({ name }: BatchFile, { from, to }: StudioWord): boolean {
  if (name.tokens[from]?.glued) return false;
  const [before, after] = [name.tokens[from - 1]?.key ?? '', name.tokens[to]?.key ?? ''];
  return MASTER.has(after) || MASTER.has(before) || CONNECTING.has(before) || before === 'by';
}

/** The letters of 'M. R.' */
function isInitial({ name }: BatchFile, { from, word }: StudioWord): boolean {
  const { end } = name.tokens[from]!;
  return word.length === 1 && (name.name[end] === '.' || name.tokens[from - 1]?.key.length === 1);
}

const overlaps = (word: StudioWord, other: { from: number; to: number }): boolean =>
  word.from < other.to && word.to > other.from;

/** Short words at the end of a name that only the studio understands. */
function strangeWords(file: BatchFile, titleWords: ReadonlySet<string>, codes: Codes): StudioWord[] {
  const { name } = file;
  const title = file.likely >= 0 ? (file.titles[file.likely]?.consumed.lastIndexOf(1) ?? -1) : -1;
  return file.studioWords.filter(
    (each) =>
      each.place === 'name' &&
      each.teaches &&
      each.from > Math.max(0, title) &&
      each.word.length <= LONGEST_CODE &&
      !/\d/.test(each.word) &&
      !(each.word.length > 1 && KNOWN.has(each.word)) &&
      !codes.has(each.word) &&
      !(ORDINARY.has(each.word) && file.format === 'standard') &&
      !titleWords.has(each.word) &&
      !file.ofStudioName[each.from] &&
      !file.claimed[each.from] &&
      !(name.tokens[each.from]?.glued && name.tokens[each.from - 1]?.digits) &&
      !name.marks.some((mark) => overlaps(each, mark)) &&
      !name.words.some((mark) => overlaps(each, mark) && !(each.word.length === 1 && mark.wordClass === 'filler')) &&
      isLast(file, each.to) &&
      !isPerson(file, each) &&
      !isInitial(file, each),
  );
}

/** The use of a file, by its format and the generally known words of its name. */
const useOf = ({ format, name }: BatchFile): string =>
  [format, ...name.words.flatMap(({ wordClass }) => (wordClass === 'filler' ? [] : [wordClass]))].join(' ');

/** Whether the word occurs in names of two formats or versions of one song. Then it names the slot of neither. */
function spansUses(holders: readonly BatchFile[]): boolean {
  const byTrack = Map.groupBy(holders, ({ likely }) => likely);
  return [...byTrack].some(([track, files]) => track >= 0 && new Set(files.map(useOf)).size > 1);
}

/**
 * For each file, the words that are most likely the studio's own names of slots. They occur in most names of the batch,
 * or tell the files of one track apart.
 */
export function houseWordsOf(
  files: readonly BatchFile[],
  titleWords: ReadonlySet<string>,
  codes: Codes,
): StudioWord[][] {
  const strange = files.map((file) => strangeWords(file, titleWords, codes));
  const holders = new Map<string, BatchFile[]>();
  strange.forEach((words, i) => {
    for (const { word } of words) holders.set(word, [...(holders.get(word) ?? []), files[i]!]);
  });
  const bearers = (word: string): BatchFile[] =>
    files.filter((file) => file.studioWords.some((own) => own.word === word));
  const isShared = (all: readonly BatchFile[]): boolean =>
    all.length >= MOST * files.length && (all.length > 1 || files.length <= FEW_FILES);
  const tellsApart = (word: string, all: readonly BatchFile[]): boolean =>
    (all.length > 1 || files.length <= FEW_FILES) &&
    all.some(({ likely }) =>
      files.some((other) => other.likely === likely && !strange[other.index]!.some((own) => own.word === word)),
    );
  const names = [...holders].filter(
    ([word, all]) => (isShared(all) || tellsApart(word, all)) && !spansUses(bearers(word)),
  );
  const isList = names.some(([word]) => LISTED.test(word));
  const house = new Set(names.flatMap(([word]) => (isList && word.length === 1 ? [] : [word])));
  return strange.map((words) => words.filter(({ word }) => house.has(word)));
}

/** The words of a file that the studio has not explained yet. */
export const untaughtWords = (batch: Pick<Batch, 'houseWords' | 'rules'>, file: BatchFile): StudioWord[] =>
  (batch.houseWords[file.index] ?? []).filter(
    ({ word }) => !(batch.rules.get(word) ?? []).some((rule) => trustOf(rule) >= DECIDES),
  );
