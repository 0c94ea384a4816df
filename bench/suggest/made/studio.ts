import type { CorpusFile, Place, Scenario } from '../corpus.js';
import type { Draw } from '../draw.js';
import type { Words } from './words.js';

export interface Song {
  number: number;
  title: string;
  seconds: number;
}

/** How one studio writes names: the same throughout a batch. */
interface NamingStyle {
  joint: string;
  written: (text: string) => string;
  numbered: (number: number) => string;
  prefix: string;
}

const camel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ]/gu, '').replace(/(?:^| )(\p{L}|\p{N})/gu, (_, letter: string) => letter.toUpperCase());

export type Format = 'cd' | 'plain' | 'high' | 'float' | 'mp3';

/** A project with its songs and the files that are sent for them. */
export class Studio {
  readonly songs: Song[];
  readonly artist: string;
  readonly album: string;
  readonly style: NamingStyle;
  readonly rate: number;
  readonly highRate: number;
  readonly files: CorpusFile[] = [];
  readonly draw: Draw;

  constructor(draw: Draw, words: Words, count: number, numbers = draw.chance(0.5)) {
    this.draw = draw;
    this.artist = words.artist();
    this.album = words.album();
    this.songs = words.titles(count).map((title, i) => ({ number: i + 1, title, seconds: draw.int(1430, 3400) / 10 }));
    this.rate = draw.pick([44100, 48000]);
    this.highRate = draw.pick([88200, 96000, 96000, 192000]);
    const joint = draw.pick([' ', ' ', '_', '-', ' - ']);
    const style = draw.pick(['as', 'as', 'lower', 'upper', 'camel']);
    const digits = draw.pick([
      (n: number) => String(n).padStart(2, '0'),
      (n: number) => `${String(n).padStart(2, '0')}.`,
      (n: number) => String(n),
    ]);
    this.style = {
      joint,
      written: (text) => {
        const shown = style === 'lower' ? text.toLowerCase() : style === 'upper' ? text.toUpperCase() : text;
        return style === 'camel' ? camel(text) : joint === '_' ? shown.replace(/ /g, '_') : shown;
      },
      numbered: numbers ? digits : () => '',
      prefix: draw.chance(0.25) ? this.artist : '',
    };
  }

  name(song: Song, ...behind: string[]): string {
    return this.joined(this.style.prefix, this.style.numbered(song.number), this.style.written(song.title), ...behind);
  }

  joined(...parts: string[]): string {
    return parts.filter(Boolean).join(this.style.joint);
  }

  /** Adds a file of `name` (without extension) whose correct place is `place`; a string explains why it has no slot. */
  add(
    name: string,
    format: Format,
    seconds: number | null,
    place: Place | string,
    more: Partial<CorpusFile> = {},
  ): void {
    const lossy = format === 'mp3';
    const noSlot = typeof place === 'string';
    this.files.push({
      name: `${name}.${lossy ? 'mp3' : 'wav'}`,
      container: lossy ? 'mp3' : 'wav',
      sampleRate: format === 'high' ? this.highRate : format === 'cd' ? 44100 : this.rate,
      bitDepth: lossy ? null : format === 'cd' ? 16 : format === 'float' ? 32 : 24,
      channels: 2,
      durationSeconds: seconds === null ? null : Number(seconds.toFixed(2)),
      truth: noSlot ? null : place,
      difficulty: 'medium',
      ...(noSlot ? { why: place } : {}),
      ...more,
    });
  }

  master(song: Song, slot = 'streaming_master'): Place {
    return { trackNumber: song.number, slotType: slot };
  }

  scenario(
    id: string,
    style: string,
    options: { lengths: boolean; without?: readonly Song[]; extra?: Song[] },
  ): Scenario {
    const tracks = this.songs.filter((song) => !options.without?.includes(song));
    return {
      id,
      style,
      project: { title: this.album, artist: this.artist },
      tracks: tracks.map(({ number, title, seconds }) => ({
        trackNumber: number,
        title,
        ...(options.lengths ? { durationSeconds: Number(seconds.toFixed(2)) } : {}),
      })),
      files: this.draw.some(this.files),
    };
  }
}
