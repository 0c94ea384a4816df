import type { WordClass } from '../lexicon/words.js';
import type { BatchFile } from './batch-file.js';
import { cleanTitle } from './clean-title.js';
import type { Columns } from './columns.js';
import { type Habits, isUsual, runOf } from './habits.js';
import type { NameWords } from './name-words.js';
import { type Part, within } from './parts.js';
import type { NumberMark } from './read.js';
import { SLOT_WORDS } from './slot-words.js';
import { PART } from './title-words.js';

/** The reading of one file's name as a song. */
export interface SongName {
  file: BatchFile;
  words: NameWords;
  /** null if the name contains only words of versions and formats */
  title: string | null;
  /** places of the title */
  parts: readonly Part[];
  number: { group: string; position: number } | null;
  /** the number's own tokens */
  at: Part;
  /** words before the number */
  context: string;
  /** why the file is not a version of a song, such as a reference; null if it may be one */
  foreign: string | null;
  /** words of the title that may also name something other than a song ('Rain', 'Interview') */
  doubtful: boolean;
  /** it is an instrumental, a clean version or another format, whose ISRC may be its own */
  version: boolean;
}

/** Common features of a batch's names. */
export interface BatchWords {
  habits: Habits;
  /** words of the project's title */
  album: readonly string[];
  columns: Columns;
}

/** Classes that never describe a song, whatever is beside them. */
export const FOREIGN: Partial<Record<WordClass, string>> = {
  acapella: 'Vocals alone',
  tv: 'A TV or performance mix',
  stem: 'A stem or part',
  reference: 'A reference or an unmastered mix',
  unfinished: 'A demo, take or sketch',
  whole: 'A whole side or album in one file',
};
/** Classes that may also be a song's title: they count as something else only beside a title. */
const DOUBTFUL: Partial<Record<WordClass, string>> = {
  tone: 'Noise, a tone or a test',
  snippet: 'A snippet',
  sample: 'A sample or effect',
  spoken: 'Speech or notes',
  surround: 'A surround or headphone mix',
};

/** Stretches that form a title, or null; if the number `leads`, words of versions may form one. */
function titleIn(
  words: NameWords,
  columns: Columns,
  { from, to }: Part,
  { leads, counted }: { leads: boolean; counted: boolean },
): Part[] | null {
  const parts = columns.split(words, words.parts(from, to));
  const trimmed = parts.map((part) => words.trimmed(part));
  const at = trimmed.findIndex((part) => part.to > part.from);
  const first = words.firstFrom(from);
  const known = leads && parts[0]?.from === first && at !== 0 ? words.knownWords(parts[0]) : null;
  if (known) return [known];
  if (at < 0) return null;
  const called = columns.titleBehind ? columns.behind(words, from, to, trimmed) : null;
  if (called) return [called];
  const filled = trimmed.filter((part) => part.to > part.from);
  const wholes = parts.filter((_, i) => trimmed[i]!.to > trimmed[i]!.from);
  const { titles, rest } = columns.choose(words, filled, wholes, counted);
  return [...titles, ...rest.filter((part) => words.belongsToTitle(part))];
}

/** The words of the album or a habit directly before `at`: the title itself if a song is named like its album. */
function wordsBefore(each: BatchFile, at: number, album: ReadonlySet<string>): number {
  let from = at;
  while (from > 0 && album.has(each.name.tokens[from - 1]?.key ?? '')) from--;
  return from;
}

/** The parts that occur in the names of all songs, for names that contain nothing else. */
function habitual({ reading }: NameWords, { setOff }: Habits, least: number): Part[] | null {
  const { tokens } = reading;
  const from = tokens.findIndex(({ key }, i) => i >= least && setOff.has(key));
  let to = from;
  while (to >= 0 && to < tokens.length && setOff.has(tokens[to]!.key)) to++;
  return from < 0 ? null : [{ from, to }];
}

/** Reads the song's title, beside its number, from one name that has one. */
export function readSong(batch: BatchWords, each: BatchFile, words: NameWords, place: NumberMark | null): SongName {
  const { name } = each;
  // If a numeral also belongs to the title, nothing is left out of it.
  const mark = place && place.from < place.to ? place : null;
  const { habits, album, columns } = batch;
  const count = name.tokens.length;
  const prefix = prefixEnd(each);
  const ahead = (): Part[] | null =>
    titleIn(
      words,
      columns,
      { from: Math.min(prefix, mark?.from ?? 0), to: mark?.from ?? count },
      { leads: false, counted: place !== null },
    );
  const leads = mark !== null && !words.namesSong(0, mark.from, habits.setOff);
  const behind = (): Part[] | null =>
    titleIn(words, columns, { from: mark?.to ?? prefix, to: count }, { leads, counted: place !== null });
  const counting = mark !== null && (mark.kind === 'trailing' || mark.kind === 'inner');
  const called = (from: number): Part[] | null => {
    const run = runOf(name, album, from);
    return run && [run];
  };
  let parts = counting ? (ahead() ?? behind()) : (behind() ?? (mark && (called(mark.to) ?? ahead())));
  const [main, ...more] = parts ?? [];
  const bracketed = main !== undefined && name.tokens[main.from]!.bracket > 0;
  if (main && (bracketed || words.leansOn(main))) {
    const from = wordsBefore(
      each,
      main.from,
      new Set([...album, ...habits.setOff, ...[...habits.anywhere].filter((key) => key.length > 3)]),
    );
    parts = [{ from: Math.max(from, counting ? 0 : (mark?.to ?? 0)), to: main.to }, ...more];
  }
  const named = mark && runOf(name, habits.selfTitled, mark.to);
  parts ??=
    (named && [named]) ?? (mark && habitual(words, habits, mark.to)) ?? called(0) ?? habitual(words, habits, prefix);
  const before = mark && (() => words.digitsAlone(prefix, mark.from));
  const digits = parts ? null : ((counting ? null : words.digitsAlone(mark?.to ?? prefix)) ?? before?.() ?? null);
  if (digits) parts = [digits];
  const at = { from: place?.from ?? 0, to: place?.to ?? 0 };
  const number = place && { group: place.group, position: place.position };
  return saying({ file: each, words, parts: parts ?? [], number, at }, habits);
}

/** Reads the words beside title and number. */
export function saying(
  { file, words, parts, number, at }: Pick<SongName, 'file' | 'words' | 'parts' | 'number' | 'at'>,
  habits: Habits,
): SongName {
  const { name } = file;
  const usual = isUsual(habits, file);
  const inside = (i: number): boolean => within([...parts, at], i);
  // A stem is a stem even if most files are stems.
  const part = new Set<WordClass>(['stem', 'acapella']);
  const said = name.words.filter(
    ({ strength, from, wordClass }) => strength === 1 && !inside(from) && (!usual(from) || part.has(wordClass)),
  );
  const classes = new Set(said.map((word) => word.wordClass));
  return {
    file,
    words,
    parts,
    title: parts.length > 0 ? cleanTitle(words, parts) : null,
    number,
    at,
    context: name.tokens
      .slice(0, at.from)
      .map(({ key }) => key)
      .join(' '),
    foreign:
      [...classes]
        .map((of) => FOREIGN[of] ?? (parts.length > 0 ? DOUBTFUL[of] : undefined))
        .find((why) => why !== undefined) ?? null,
    doubtful: name.words.some(
      ({ from, wordClass, strength }) =>
        inside(from) && strength === 1 && (DOUBTFUL[wordClass] ?? FOREIGN[wordClass]) !== undefined,
    ),
    version: [...SLOT_WORDS].some((slot) => classes.has(slot)),
  };
}

/** Where the prefix of the batch ends: only before a separator, because a word of the album may begin a title. */
function prefixEnd(each: BatchFile): number {
  const { tokens, name } = each.name;
  const [before, next] = [tokens[each.skip - 1], tokens[each.skip]];
  if (!before || !next) return 0;
  // 'Quartet No. 1' begins a title.
  if (PART.has(before.key)) return 0;
  return /[-_–—|]|\.(?!\s)/.test(name.slice(before.end, next.start)) ? each.skip : 0;
}
