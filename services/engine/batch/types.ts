import type { WordClass } from '../lexicon/words.js';
import type { DateReading } from '../names/dates.js';
import type { NameReading } from '../names/read.js';
import type { Title, TitleMatch } from '../names/title.js';
import type { StudioRule, SuggestFile, SuggestProject, SuggestTrack, TaughtWord } from '../types.js';

export type FormatClass = 'cd' | 'standard' | 'high' | 'lossy' | 'unknown';

/** A track's length in seconds and the file it was taken from, −1 for the client's original. */
export interface KnownLength {
  seconds: number;
  file: number;
  /** seconds in it that the masters of the batch have more than their originals */
  shift: number;
}

/**
 * A stretch without separators (`M2`, `TLK`) or one statement of a format (`24-48`), tokens `from` to `to` (exclusive)
 * of the name or the folder, beside the title and the names of people: where a studio writes words of its own.
 */
export interface StudioWord extends TaughtWord {
  place: 'name' | 'folder';
  from: number;
  to: number;
  /** its meaning can be learnt: nothing else explains it */
  teaches: boolean;
}

/** A side of a record, or a position on one, as a name writes it: tokens `from` to `to` (exclusive). */
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
 * Relation of a file's sound to a track: the same recording; the same with passages altered; the same music with parts
 * missing or changed throughout; uncertain; another song.
 */
export type SoundRelation = 'same' | 'retouched' | 'changed' | 'unclear' | 'other';

/** Every file's sound compared with what is known to belong to each track. */
export interface Sounds {
  /** null when either side has no fingerprint */
  ofTrack(file: number, track: number): SoundRelation | null;
  /** the track whose music the file holds, −1 when none */
  trackOf(file: number): number;
}

/** Meanings of single letters and short codes in this batch, by word. */
export type Codes = ReadonlyMap<string, WordClass>;

/** By order of year, month and day: how many of the batch's dates can be read in no other. */
export type DateOrder = ReadonlyMap<DateReading['order'], number>;

/** A file as the batch sees it: its name read, its title looked up among all tracks. */
export interface BatchFile {
  index: number;
  file: SuggestFile;
  name: NameReading;
  folder: NameReading | null;
  /** by token of the folder: part of the artist's or album's name */
  folderClaimed: Uint8Array | null;
  /** by token: part of the artist's or album's name */
  claimed: Uint8Array;
  /** by token: says nothing about the song because artist, album or the batch's habits explain it */
  explained: Uint8Array;
  /** number of tokens in front that carry no song (studio, artist, catalogue number) */
  skip: number;
  /** by token: part of the studio's name, which says nothing of the file */
  ofStudioName: Uint8Array;
  titles: TitleMatch[];
  folderTitles: TitleMatch[] | null;
  tagTitles: TitleMatch[] | null;
  tagReading: NameReading | null;
  /** index of the track whose title the name holds beyond doubt, or −1 */
  anchor: number;
  /** index of the track that title, tag, sound, number and length point at best, or −1 */
  likely: number;
  format: FormatClass;
  /** what name and folder hold beside titles and people */
  studioWords: StudioWord[];
  /** the track whose slot it holds already, or −1 */
  assignedTo: number;
}

export interface Batch {
  project: SuggestProject;
  tracks: readonly SuggestTrack[];
  titles: Title[];
  titleWords: ReadonlySet<string>;
  files: BatchFile[];
  numbering: Numbering;
  /** groups of numbers that are an order of tracks */
  rows: ReadonlySet<string>;
  /** how far embedded titles and track numbers can be believed, 0 to 1 */
  tagTrust: { title: number; number: number };
  sounds: Sounds;
  /** by track: the original's length, or that of the file that names the track most plainly */
  lengths: (KnownLength | null)[];
  /** tracks whose known length is that of an edit, by index, with the edit's file */
  edits: ReadonlyMap<number, BatchFile>;
  /** how near to its original's length a file is here, in seconds */
  tolerance: number;
  /** 0 to 1: lengths tell the songs of the files whose names do not */
  timed: number;
  /** the track that the lengths of all files together leave for one, by its index */
  left: ReadonlyMap<number, number>;
  /** most files are as long as no original */
  untimed: boolean;
  /** files that count the sides of a record, by index, as they write it */
  sides: ReadonlyMap<number, SideMark>;
  /** formats found in the batch: in all, by track (index), and by file under names equal but for the format */
  formats: { all: Set<FormatClass>; byTrack: Set<FormatClass>[]; byName: ReadonlySet<FormatClass>[] };
  /** the share of the names that hold a word of the class */
  wordShares: ReadonlyMap<WordClass, number>;
  codes: Codes;
  /** by file: words that are most likely the studio's own names of slots */
  houseWords: readonly StudioWord[][];
  dateOrder: DateOrder;
  /** files that are mixes by the names of masters beside them, by index, with the master where it is known */
  mixes: ReadonlyMap<number, BatchFile | null>;
  /** the studio's rules by their word */
  rules: ReadonlyMap<string, StudioRule[]>;
}
