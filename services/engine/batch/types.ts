import type { WordClass } from '../lexicon/words.js';
import type { BatchFile, StudioWord } from '../reading/batch-file.js';
import type { DateReading } from '../reading/dates.js';
import type { FormatClass } from '../reading/format-class.js';
import type { Title } from '../reading/title.js';
import type { StudioRule, SuggestProject, SuggestTrack } from '../types.js';

/** A track's length in seconds and the file it was taken from; −1 for the client's original. */
export interface KnownLength {
  seconds: number;
  file: number;
  /** seconds of that length that the masters of the batch have in addition to their originals */
  shift: number;
}

/** A side of a record or a position on one, as written in a name: tokens `from` to `to` (exclusive). */
export interface SideMark {
  from: number;
  to: number;
  text: string;
  /** A to H */
  side: string;
}

/** How a batch's own numbers map to the project's track numbers, by group ('' plain, 'side A', 'disc 2', …). */
export interface Numbering {
  /** add to a number to get the track number */
  offset(group: string): number;
  /** 0 to 1: how far the numbers agree with the titles where both are known */
  trust(group: string): number;
}

/**
 * How a file's sound relates to a track: the same recording; the same with altered passages; the same music with parts
 * missing or changed throughout; uncertain; another song.
 */
export type SoundRelation = 'same' | 'retouched' | 'changed' | 'unclear' | 'other';

/** Every file's sound compared with the known sounds of every track. */
export interface Sounds {
  /** null if either side has no fingerprint */
  ofTrack(file: number, track: number): SoundRelation | null;
  /** the track whose music the file contains; −1 for none */
  trackOf(file: number): number;
}

/** Meanings of single letters and short codes in this batch, by word. */
export type Codes = ReadonlyMap<string, WordClass>;

/** For each order of year, month and day: how many of the batch's dates can only be read in that order. */
export type DateOrder = ReadonlyMap<DateReading['order'], number>;

export interface Batch {
  project: SuggestProject;
  tracks: readonly SuggestTrack[];
  titles: Title[];
  titleWords: ReadonlySet<string>;
  files: BatchFile[];
  numbering: Numbering;
  /** groups of numbers that form an order of tracks */
  rows: ReadonlySet<string>;
  /** how reliable embedded titles and track numbers are, 0 to 1 */
  tagTrust: { title: number; number: number };
  sounds: Sounds;
  /** by track: the original's length, or that of the most plainly named file */
  lengths: (KnownLength | null)[];
  /** by index: tracks whose known length is that of an edit, with the edit's file */
  edits: ReadonlyMap<number, BatchFile>;
  /** how closely a file's length matches its original in this batch, in seconds */
  tolerance: number;
  /** 0 to 1: how well lengths identify the songs of files whose names do not */
  timed: number;
  /** by index: the only track that the lengths of all files together leave for a file */
  left: ReadonlyMap<number, number>;
  /** most files match no original's length */
  untimed: boolean;
  /** by index: files that name sides of a record, with the side as written */
  sides: ReadonlyMap<number, SideMark>;
  /** formats found in the batch: in all, by track (index), and by file among names that are otherwise equal */
  formats: { all: Set<FormatClass>; byTrack: Set<FormatClass>[]; byName: ReadonlySet<FormatClass>[] };
  /** the share of names that contain a word of the class */
  wordShares: ReadonlyMap<WordClass, number>;
  codes: Codes;
  /** by file: words that are most likely the studio's own names of slots */
  houseWords: readonly StudioWord[][];
  dateOrder: DateOrder;
  /** by index: files that are mixes, judging by the names of masters beside them, with the master if it is known */
  mixes: ReadonlyMap<number, BatchFile | null>;
  /** the studio's rules by their word */
  rules: ReadonlyMap<string, StudioRule[]>;
}
