import type { SuggestFile, TaughtWord } from '../types.js';
import type { FormatClass } from './format-class.js';
import type { NameReading, NumberMark } from './read.js';
import type { TitleMatch } from './title.js';

/**
 * A run without separators (`M2`, `TLK`) or one statement of a format (`24-48`): tokens `from` to `to` (exclusive) of
 * the name or folder, outside the title and the names of people. There, studios write words of their own.
 */
export interface StudioWord extends TaughtWord {
  place: 'name' | 'folder';
  from: number;
  to: number;
  /** its meaning can be learnt because nothing else explains it */
  teaches: boolean;
}

/** A file in its batch: its name read, and its title looked up among all tracks. */
export interface BatchFile {
  index: number;
  file: SuggestFile;
  name: NameReading;
  /** where the name states its track, whatever the titles of the tracks are */
  place: NumberMark | null;
  folder: NameReading | null;
  /** by token of the folder: part of the artist's or album's name */
  folderClaimed: Uint8Array | null;
  /** by token: part of the artist's or album's name */
  claimed: Uint8Array;
  /** by token: says nothing about the song because artist, album or the batch's habits explain it */
  explained: Uint8Array;
  /** number of leading tokens that do not belong to the song (studio, artist, catalogue number) */
  skip: number;
  /** by token: part of the studio's name, which says nothing about the file */
  ofStudioName: Uint8Array;
  titles: TitleMatch[];
  folderTitles: TitleMatch[] | null;
  tagTitles: TitleMatch[] | null;
  tagReading: NameReading | null;
  /** index of the track whose title the name certainly contains, or −1 */
  anchor: number;
  /** index of the track that title, tag, sound, number and length suggest best, or −1 */
  likely: number;
  format: FormatClass;
  /** the rest of name and folder, without titles and names of people */
  studioWords: StudioWord[];
  /** the track whose slot it holds already, or −1 */
  assignedTo: number;
}
