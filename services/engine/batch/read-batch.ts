import type { BatchFile } from '../reading/batch-file.js';
import { readInitials } from '../reading/initials.js';
import { Segmenter } from '../reading/lexicon.js';
import { readPlaces } from '../reading/places.js';
import { sharedPrefixes } from '../reading/prefix.js';
import { projectNames } from '../reading/project-names.js';
import { type NameReading, readName } from '../reading/read.js';
import { lastPart, type ProjectTexts, readFile, type ReadingTable, type Texts } from '../reading/read-file.js';
import { aliasesIn, prepareTitles } from '../reading/title.js';
import type { StudioRule, SuggestFile, SuggestProject, SuggestTrack } from '../types.js';
import { formatsBeside, wordSharesOf } from './batch-facts.js';
import { compareSounds } from './batch-sound.js';
import { codesOf } from './codes.js';
import { dateOrderOf } from './dates.js';
import { tracksLeft } from './forced.js';
import { houseWordsOf } from './house-words.js';
import { isUntimed, knownLengths, lengthsOfEdits, timedOf, toleranceOf } from './lengths.js';
import { certainTitle, likelyTrack, tagTrustOf } from './likely-track.js';
import { mixesBeside } from './mixes.js';
import { readNumbering, rowsOf } from './numbering.js';
import { sidesOf } from './sides.js';
import { findStudioWords } from './studio-words.js';
import type { Batch } from './types.js';

/** Words of the project that have at least this length are separated from words they were written together with. */
const CUTTABLE = 4;
/**
 * A word in half of the names is a habit, a word in four of five belongs to the prefix; in at least three names,
 * because two versions of one song share its title. Set by hand on the labelled batches (bench/suggest).
 */
const COMMON = 0.5;
const EVERYWHERE = 0.8;
const FEW = 3;

/** Words that at least the given share of the names contain. */
function wordsOfMany(readings: readonly NameReading[], share: number): Set<string> {
  const count = new Map<string, number>();
  for (const reading of readings)
    for (const key of new Set(reading.tokens.map((token) => token.key))) count.set(key, (count.get(key) ?? 0) + 1);
  const enough = Math.max(FEW, share * readings.length);
  return new Set([...count].filter(([, n]) => n >= enough).map(([key]) => key));
}

/**
 * 'PB' in half of the names is not a habit if the other half has the same names without it: it distinguishes two sets.
 */
function tellsApart(readings: readonly NameReading[], word: string): boolean {
  const whole = ({ tokens }: NameReading): string => tokens.map(({ key }) => key).join(' ');
  const names = new Set(readings.map(whole));
  const holders = readings.filter(({ tokens }) => tokens.some(({ key }) => key === word));
  const paired = holders.filter(({ tokens }) =>
    names.has(tokens.flatMap(({ key }) => (key === word ? [] : [key])).join(' ')),
  );
  return 2 * paired.length > holders.length;
}

interface KnownTexts extends ProjectTexts {
  titleWords: ReadonlySet<string>;
  /** names read one by one */
  readings: Map<string, NameReading>;
  /** names read in their batch, by what its names share */
  inBatch: Map<string, Map<string, Texts>>;
}

/**
 * Cached readings of the latest projects: suggestions of a batch are computed again and again while its audio is
 * analysed, and its names do not change.
 */
const projects = new Map<string, KnownTexts>();
const MOST_PROJECTS = 4;
const MOST_BATCHES = 4;
const MOST_READINGS = 500;

/** The cached value of `key`, or a new one. Beyond `most` values, the least recently used one is dropped. */
function remembered<T>(map: Map<string, T>, key: string, most: number, make: () => T): T {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
  return value;
}

function textsOf(project: SuggestProject, tracks: readonly SuggestTrack[]): KnownTexts {
  const titles = prepareTitles(tracks.map((track) => track.title));
  const titleWords = new Set(titles.flatMap((title) => title.words.map((word) => word.key)));
  const wholeTitles = new Set(titles.flatMap((title) => title.forms.map((form) => form.key)));
  const names = projectNames(project, titleWords, wholeTitles);
  const cuttable = [...names.words].filter((key) => key.length >= CUTTABLE);
  return {
    titles,
    titleWords,
    aliases: tracks.map((track) => aliasesIn(track.notes).flatMap((alias) => prepareTitles([alias]))),
    names,
    segmenter: new Segmenter(
      new Set([...titleWords, ...cuttable, ...names.whole.map((keys) => keys.join(''))]),
      titles.map((title) => title.words.map(({ key }) => key)),
    ),
    readings: new Map(),
    inBatch: new Map(),
  };
}

/** Reads every name by itself, then with what the names share. */
export function readNames(
  project: SuggestProject,
  tracks: readonly SuggestTrack[],
  input: readonly SuggestFile[],
): { files: BatchFile[]; table: ReadingTable; titleWords: ReadonlySet<string> } & ReturnType<typeof readPlaces> {
  const key = JSON.stringify([project, tracks.map(({ title, notes }) => [title, notes])]);
  const texts = remembered(projects, key, MOST_PROJECTS, () => textsOf(project, tracks));
  const { titles, titleWords, names, segmenter } = texts;
  const mostReadings = Math.max(MOST_READINGS, 2 * input.length);
  const readings = input.map((file) => {
    const name = lastPart(file.name);
    return remembered(texts.readings, name, mostReadings, () => readName(name, segmenter));
  });
  const common = [...wordsOfMany(readings, COMMON)].filter(
    (word) => !titleWords.has(word) && !tellsApart(readings, word),
  );
  const everywhere = wordsOfMany(readings, EVERYWHERE);
  const shared = JSON.stringify([common, [...everywhere]]);
  const table: ReadingTable = {
    ...texts,
    tracks,
    common: new Set(common),
    everywhere,
    known: remembered(texts.inBatch, shared, MOST_BATCHES, () => new Map()),
  };
  const prefixes = sharedPrefixes(readings, titles);
  const files = input.map((file, index) => readFile(table, file, index, readings[index]!, prefixes[index] ?? 0));
  readInitials(files, titles, names);
  for (const file of files) {
    file.anchor = certainTitle(file.titles);
    file.studioWords = findStudioWords(file, names.ofPeople);
  }
  return { files, table, titleWords, ...readPlaces(project, files) };
}

/** Reads a batch: matches every name with every title, then derives what only the whole batch shows. */
export function readBatch(
  project: SuggestProject,
  tracks: readonly SuggestTrack[],
  input: readonly SuggestFile[],
  rules: readonly StudioRule[] = [],
): Batch {
  const { files, table, titleWords } = readNames(project, tracks, input);
  const lengths = knownLengths(tracks, files);
  const numbering = readNumbering(tracks, files, lengths);
  const batch: Batch = {
    project,
    tracks,
    titles: [...table.titles],
    titleWords,
    files,
    numbering,
    rows: rowsOf(tracks, files, numbering),
    tagTrust: tagTrustOf(files, tracks),
    sounds: compareSounds(tracks, files),
    lengths,
    edits: lengthsOfEdits(tracks, files),
    tolerance: toleranceOf(lengths, files),
    timed: timedOf(lengths, files),
    left: tracksLeft(lengths, files),
    untimed: isUntimed(tracks, files),
    sides: sidesOf(files, lengths),
    formats: { all: new Set(), byTrack: [], byName: [] },
    wordShares: wordSharesOf(files),
    codes: codesOf(files),
    houseWords: [],
    dateOrder: dateOrderOf(files),
    mixes: mixesBeside(files),
    rules: Map.groupBy(rules, (rule) => rule.word),
  };
  for (const file of files) file.likely = likelyTrack(file, batch);
  batch.formats = formatsBeside(files, tracks.length);
  batch.houseWords = houseWordsOf(files, titleWords, batch.codes);
  return batch;
}
