import { isIsrc } from './codes.js';
import { cutAtWord, toAscii, toLatin1 } from './latin.js';
import type { Disc, DiscLayout } from './layout.js';
import { msf } from './time.js';

/** A line of the PQ sheet. */
export interface PqRow {
  track: number;
  index: number;
  /** Frames from the start of the disc, as plants count. */
  absolute: number;
  /** Frames from the start of track 1, as sleeves count; negative in the gap before it. */
  relative: number;
  /** Frames: of the gap for index 00, of the track up to the next index for index 01. */
  length: number;
  title: string;
  performer: string;
  isrc: string;
}

/** All indexes of a disc, and the lead-out as the last line. */
export function pqRows({ tracks }: Pick<Disc, 'tracks'>, layout: DiscLayout): PqRow[] {
  const zero = layout.tracks[0]?.start ?? 0;
  return layout.tracks.flatMap(({ pause, start, end }, at) => {
    const { title, performer, isrc } = tracks[at]!;
    const row = (index: number, absolute: number, length: number) => ({
      track: at + 1,
      index,
      absolute,
      relative: absolute - zero,
      length,
      title: index === 0 ? '' : title,
      performer: index === 0 ? '' : performer,
      isrc: index === 0 ? '' : isrc,
    });
    const main = row(1, start, end - start);
    return pause === null ? [main] : [row(0, pause, start - pause), main];
  });
}

/** MM:SS:FF with a minus sign before the start of track 1. */
export const signedMsf = (frames: number): string => (frames < 0 ? `-${msf(-frames)}` : msf(frames));

/** cdrdao's limit for titles and performers. */
const MOST_CUE_BYTES = 80;
const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

const two = (value: number) => String(value).padStart(2, '0');

/**
 * The disc as a cue sheet for a WAV that begins at index 01 of track 1. Programs add the two seconds before it themselves,
 * and with an index 00 they would add them twice. Quotes end a text there and programs disagree about other letters, so
 * texts are in Latin-1 letters or, without a spelling in them, as they are. cdrdao 1.2.4 refuses a sheet with a longer text,
 * a backslash before a quote, or a wrong ISRC.
 */
export function cueSheet(disc: Disc, layout: DiscLayout, upc: string, wavName: string): string {
  const zero = layout.tracks[0]?.start ?? 0;
  const plain = (text: string) => (toLatin1(text) ?? text).replaceAll('"', "'");
  const field = (name: string, text: string) => {
    const short = cutAtWord(plain(text), MOST_CUE_BYTES, utf8Bytes).replace(/[\\\s]+$/, '');
    return short ? [`${name} "${short}"`] : [];
  };
  const texts = (indent: string, { title, performer }: { title: string; performer: string }) => [
    ...field(`${indent}TITLE`, title),
    ...field(`${indent}PERFORMER`, performer),
  ];
  const lines = [
    ...(upc ? [`CATALOG ${upc}`] : []),
    ...texts('', disc),
    `FILE "${plain(wavName)}" WAVE`,
    ...layout.tracks.flatMap(({ pause, start }, at) => {
      const track = disc.tracks[at]!;
      return [
        `  TRACK ${two(at + 1)} AUDIO`,
        ...texts('    ', track),
        ...(isIsrc(track.isrc) ? [`    ISRC ${track.isrc}`] : []),
        ...(pause === null || at === 0 ? [] : [`    INDEX 00 ${msf(pause - zero)}`]),
        `    INDEX 01 ${msf(start - zero)}`,
      ];
    }),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Columns of plain text for the form of a plant, which often takes neither files nor letters beyond ASCII. */
export function orderText(disc: Disc, layout: DiscLayout, upc: string): string {
  const total = layout.frames - (layout.tracks[0]?.start ?? 0);
  const head = [
    ['Title', disc.title],
    ['Artist', disc.performer],
    ['Master ID', disc.masterId],
    ['UPC/EAN', upc],
    ['Tracks', String(disc.tracks.length)],
    ['Playing time', msf(total)],
    ['Lead-out', msf(layout.frames)],
  ].filter(([, value]) => value);
  const rows = layout.tracks.map(({ pause, start, end }, at) => {
    const { title, isrc } = disc.tracks[at]!;
    const gap = pause === null ? 0 : start - pause;
    return [two(at + 1), msf(start), msf(gap), msf(end - start), isrc.padEnd(12), toAscii(title)].join('  ');
  });
  const columns = ['No', 'Start'.padEnd(8), 'Gap'.padEnd(8), 'Length'.padEnd(8), 'ISRC'.padEnd(12), 'Title'].join('  ');
  return [...head.map(([name, value]) => `${name}: ${toAscii(value!)}`), '', columns, ...rows, ''].join('\r\n');
}
