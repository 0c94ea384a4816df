import { trackNumberOf } from '../batch/numbering.js';
import type { BatchFile } from '../batch/types.js';
import { fold } from '../names/fold.js';
import { type NameReading, type NumberMark, readName } from '../names/read.js';
import { numberOf } from '../names/similarity.js';
import type { WordClass } from '../names/word-class.js';
import { cleanTitle } from './clean-title.js';
import { type Habits, isSetOff, isTotal } from './habits.js';

/** What one file's name says of the song in it. */
export interface SongName {
  file: BatchFile;
  /** null where the name holds no words but those of versions and formats */
  title: string | null;
  number: { group: string; position: number } | null;
  /** why the file is no version of a song, such as a reference; null when it may be one */
  foreign: string | null;
  /** words of the title that may as well name something without a song ('Rain', 'Interview') */
  doubtful: boolean;
  /** it says that it is an instrumental, a clean version or another format, whose ISRC may be its own */
  version: boolean;
}

/** Strength of words of the vocabulary that often mean something else; misspelt ones have others. */
const LIKELY = 0.7;
const SLOTS = ['streaming', 'vinyl', 'hires', 'cd', 'instrumental', 'clean'] as const;
/** Never of a song, whatever stands beside it. */
const FOREIGN: Partial<Record<WordClass, string>> = {
  acapella: 'Vocals alone',
  tv: 'A TV or performance mix',
  stem: 'A stem or part',
  reference: 'A reference or an unmastered mix',
  unfinished: 'A demo, take or sketch',
  whole: 'A whole side or album in one file',
};
/** Words that follow a title without being of it. */
const BEHIND = new Set<WordClass>([
  ...SLOTS,
  'main',
  'acapella',
  'tv',
  'stem',
  'reference',
  'unfinished',
  'whole',
  'edit',
  'alternate',
  'older',
]);
/** Names made of these alone are names of nothing: 'Bounce 0412', 'Audio Export', 'Untitled 3'. */
const NOTHING = new Set<WordClass>(['useless', 'filler', 'main', 'reference']);
/** Songs are called so too: they count as another thing only where the rest of the batch says so. */
const DOUBTFUL = new Set<WordClass>(['tone', 'snippet', 'sample', 'spoken', 'surround']);
/** Words that make another song of a title: they belong to it. */
const OF_TITLE = new Set<WordClass>(['live', 'remix']);
const TECHNICAL = new Set(
  `final finals finalfinal finished done approved version ver vers print printed render rendered export exported file audio wav aiff flac mp3 bit
   bits khz hz fixed fix update updated corrected revised revision rev r v m latest delivery deliver deliverable deliverables pcm bwf stereo
   interleaved copy upload reup mastering mastered`.split(/\s+/),
);
export const PART = /^(?:pt|part|parte|teil|partie|no|nr|op|mvt|movement|vol|volume)$/;
const FEATURING = /^(?:feat|ft|featuring)$/;
const SILENT = new Set('format date isrc level tempo copy partialIsrc catalogue hash barcode'.split(' '));
/** A number that is written as track numbers are. */
const PADDED = /^0\d$/;

interface Part {
  from: number;
  to: number;
}

const within = (marks: readonly Part[], i: number): boolean => marks.some(({ from, to }) => i >= from && i < to);

/** A reading with what is known of each of its tokens. */
class Words {
  readonly reading: NameReading;
  readonly classes: (WordClass | null)[];
  private readonly usual: (index: number) => boolean;
  private readonly silent: readonly Part[];

  constructor(reading: NameReading, usual: (index: number) => boolean) {
    this.reading = reading;
    this.usual = usual;
    this.silent = [...reading.marks.filter(({ span }) => SILENT.has(span.kind)), ...reading.revisions];
    this.classes = reading.tokens.map(() => null);
    for (const { wordClass, strength, text, from, to } of reading.words) {
      const slot = (SLOTS as readonly string[]).includes(wordClass) && strength === LIKELY;
      const technical = wordClass !== 'filler' || text.split(/\W+/).every((word) => TECHNICAL.has(fold(word)));
      if (technical && (strength === 1 || slot)) this.classes.fill(wordClass, from, to);
    }
  }

  /** Says nothing of the song: format, date, habit of the batch. */
  isMute(i: number): boolean {
    const long = /^\d{6,}$/.test(this.reading.tokens[i]!.key);
    return long || within(this.silent, i) || this.usual(i) || isTotal(this.reading, i) || isTotal(this.reading, i - 1);
  }

  isBehind(i: number): boolean {
    const of = this.classes[i] ?? null;
    return this.isMute(i) || of === 'filler' || (of !== null && BEHIND.has(of));
  }

  /** Stretches that separators, brackets and mute tokens leave between `from` and `to`. */
  parts(from: number, to: number): Part[] {
    const parts: Part[] = [];
    const { tokens, name } = this.reading;
    for (let i = from; i < to; i++) {
      if (this.isMute(i)) continue;
      const last = parts.at(-1);
      const [before, token] = [tokens[i - 1], tokens[i]];
      const between = before && token ? name.slice(before.end, token.start) : '';
      const goesOn = last?.to === i && before?.bracket === token?.bracket && !/\s[-–—~|]\s|__|[–—]/.test(between);
      if (last && goesOn) last.to = i + 1;
      else parts.push({ from: i, to: i + 1 });
    }
    return parts;
  }

  /** The part without what only names a version; empty when nothing is left that names a song. */
  trimmed({ from, to }: Part): Part {
    let last = to;
    while (last > from && this.isBehind(last - 1)) last--;
    const telling = this.reading.tokens
      .slice(from, last)
      .some(
        (token, at) =>
          !token.digits && token.key.length > 1 && !this.isBehind(from + at) && !this.saysNothing(from + at),
      );
    return { from, to: telling || this.isCounted(from) || this.isFirst(from, last) ? last : from };
  }

  private saysNothing(i: number): boolean {
    return this.reading.words.some(({ from, to, wordClass }) => i >= from && i < to && NOTHING.has(wordClass));
  }

  /** Right behind a number: digits there are a title. */
  private isCounted(i: number): boolean {
    return this.reading.numbers.some((mark) => mark.to === i && mark.kind !== 'trailing' && mark.kind !== 'inner');
  }

  /** The only thing in the name, and no number: a title of one letter or symbol. */
  private isFirst(from: number, to: number): boolean {
    return from === 0 && to === 1 && !this.reading.tokens[0]!.digits && !this.saysNothing(0);
  }

  /** A title made of the vocabulary's words alone, as 'Clean', 'Side A' or 'Final Cut' behind a number. */
  knownWords(part: Part): Part | null {
    const marks = this.reading.words.filter(({ from, to }) => from >= part.from && to <= part.to);
    const dull = ({ wordClass }: { wordClass: WordClass }): boolean => wordClass === 'filler' || wordClass === 'main';
    while (marks.length > 1 && dull(marks.at(-1)!)) marks.pop();
    while (marks.length > 1 && !marks.slice(0, -1).every(dull)) marks.pop();
    const last = marks.at(-1);
    if (!last || marks[0]!.from !== part.from) return null;
    const words = this.reading.tokens.slice(part.from, last.to);
    return words.every(({ key }) => TECHNICAL.has(key) || key === 'master') ? null : { from: part.from, to: last.to };
  }

  belongsToTitle(part: Part): boolean {
    const tokens = this.reading.tokens.slice(part.from, part.to);
    if (FEATURING.test(tokens[0]?.key ?? '')) return true;
    const classes = this.classes.slice(part.from, part.to);
    if (classes.some((of) => of !== null && OF_TITLE.has(of))) return true;
    return (
      (tokens[0]?.bracket ?? 0) > 0 &&
      classes.every((of) => of === null) &&
      tokens.some((token) => token.key.length > 2)
    );
  }

  /** Only means something behind another word: 'Pt. II', 'feat. Ada', 'Haldane Remix'. */
  leansOn({ from, to }: Part): boolean {
    const tokens = this.reading.tokens.slice(from, to);
    const classes = this.classes.slice(from, to);
    return (
      FEATURING.test(tokens[0]?.key ?? '') ||
      classes.some((of) => of !== null && OF_TITLE.has(of)) ||
      tokens.every(({ key }) => PART.test(key) || numberOf(key) !== null)
    );
  }
}

function titleIn(words: Words, from: number, to: number, numbered: boolean): Part[] | null {
  const parts = words.parts(from, to);
  const trimmed = parts.map((part) => words.trimmed(part));
  const at = trimmed.findIndex((part) => part.to > part.from);
  const known = numbered && parts[0]?.from === from && at !== 0 ? words.knownWords(parts[0]) : null;
  if (known) return [known];
  const main = trimmed[at];
  if (!main) return null;
  return [main, ...trimmed.slice(at + 1).filter((part) => part.to > part.from && words.belongsToTitle(part))];
}

/** The album's or habitual words right before `at`: the title itself where a song is called like its album. */
function wordsBefore(each: BatchFile, at: number, album: ReadonlySet<string>): number {
  let from = at;
  while (from > 0 && album.has(each.name.tokens[from - 1]?.key ?? '')) from--;
  return from;
}

function albumTitle(each: BatchFile, album: readonly string[]): Part[] | null {
  const key = album.join('');
  const { tokens } = each.name;
  for (let from = tokens.length - 1; from >= 0; from--) {
    let glued = '';
    for (let to = from; to < tokens.length && glued.length < key.length; to++) {
      glued += tokens[to]!.key;
      if (glued === key) return [{ from, to: to + 1 }];
    }
  }
  return null;
}

function placeOf(each: BatchFile, words: Words): NumberMark | null {
  const { name, skip } = each;
  const mark = trackNumberOf(each, -1);
  if (mark && !isTotal(name, mark.to)) return mark;
  // 'M3 …' counts songs in Japan; elsewhere 'M2' behind the title is the second master
  const revision = name.revisions.find(({ from, label }) => from === skip && label === 'm');
  if (revision) return { ...revision, kind: 'leading', group: '', position: revision.revision, text: '' };
  // behind artist, album and format, but before the title
  const at = name.tokens.findIndex((_, i) => !words.isBehind(i));
  const inner = name.numbers.find(({ from, text }) => from === at && /^\d{2,3}$/.test(text));
  const next = name.numbers.find(({ from, text }) => from === inner?.to && /^\d{2,3}$/.test(text));
  if (inner && next && PADDED.test(inner.text))
    return { ...next, from: inner.from, kind: 'disc', group: `disc ${inner.position}` };
  if (inner && titleIn(words, inner.to, name.tokens.length, false)) return inner;
  return (
    name.numbers.findLast(({ kind, text }) => (kind === 'trailing' || kind === 'inner') && PADDED.test(text)) ?? null
  );
}

/**
 * Reads the song's number and title out of one name; `habits` are the batch's own words. Without `counts` a plain
 * number belongs to the title.
 */
export function readSong(
  batch: { habits: Habits; album: readonly string[] },
  each: BatchFile,
  counts: (mark: NumberMark) => boolean,
): SongName {
  const { name } = each;
  const { habits, album } = batch;
  const usual = (i: number): boolean => {
    const { key } = name.tokens[i]!;
    return each.claimed[i] === 1 || habits.anywhere.has(key) || (habits.setOff.has(key) && isSetOff(name, i));
  };
  const words = new Words(name, usual);
  const place = placeOf(each, words);
  const mark = place && counts(place) ? place : null;
  const count = name.tokens.length;
  const prefix = prefixEnd(each);
  const ahead = (): Part[] | null => titleIn(words, Math.min(prefix, mark?.from ?? 0), mark?.from ?? count, false);
  const behind = (): Part[] | null => titleIn(words, mark?.to ?? prefix, count, mark !== null);
  const counting = mark !== null && (mark.kind === 'trailing' || mark.kind === 'inner');
  let parts = counting ? (ahead() ?? behind()) : (behind() ?? (mark && ahead()));
  const [main, ...more] = parts ?? [];
  if (main && words.leansOn(main)) {
    parts = [
      { from: wordsBefore(each, main.from, new Set([...album, ...habits.anywhere, ...habits.setOff])), to: main.to },
      ...more,
    ];
  }
  parts ??= albumTitle(each, album);
  const inside = (i: number): boolean => within(parts ?? [], i);
  const said = name.words.filter((word) => word.strength === 1 && !inside(word.from) && !usual(word.from));
  const classes = new Set(said.map((word) => word.wordClass));
  const foreign = [...classes].map((of) => FOREIGN[of]).find((why) => why !== undefined) ?? null;
  return {
    file: each,
    title: parts && cleanTitle(name, parts),
    number: mark && { group: mark.group, position: mark.position },
    foreign,
    doubtful: words.classes.some((of, i) => of !== null && DOUBTFUL.has(of) && inside(i)),
    version: SLOTS.some((slot) => classes.has(slot)),
  };
}

/** Where the prefix of the batch ends: before a separator only, for an album's word may begin a title. */
function prefixEnd(each: BatchFile): number {
  const { tokens, name } = each.name;
  const [before, next] = [tokens[each.skip - 1], tokens[each.skip]];
  if (!before || !next) return 0;
  return /[-_–—|.]|__/.test(name.slice(before.end, next.start)) ? each.skip : 0;
}

/** The song's title in an embedded title, without the words of a version. */
export function songOfTag(text: string): string | null {
  const reading = readName(text);
  const parts = titleIn(new Words(reading, () => false), 0, reading.tokens.length, true);
  return parts && cleanTitle(reading, parts);
}
