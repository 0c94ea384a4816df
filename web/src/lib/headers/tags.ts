import type { IAudioMetadata } from 'music-metadata';
import type { StagingHeader } from '../../api';

export type Tags = StagingHeader['tags'];

const MAX_TEXT = 300;
/** Limits the cost of searching a text for an ISRC. */
const MAX_SEARCHED = 64 * 1024;
const ISRC = String.raw`([A-Z]{2}[-\s]?[A-Z0-9]{3}[-\s]?\d{2}[-\s]?\d{5})(?![A-Z0-9])`;

export const noTags: Tags = { title: null, artist: null, album: null, trackNumber: null, isrc: null };

/** Merges two sources of tags; the first has priority. */
export const either = (one: Tags, other: Tags): Tags => ({
  title: one.title ?? other.title,
  artist: one.artist ?? other.artist,
  album: one.album ?? other.album,
  trackNumber: one.trackNumber ?? other.trackNumber,
  isrc: one.isrc ?? other.isrc,
});

/** Tags from ID3 and Vorbis comments. */
export const commonTags = ({ title, artist, album, track, isrc }: IAudioMetadata['common']): Tags => ({
  title: clean(title),
  artist: clean(artist),
  album: clean(album),
  trackNumber: numberOf(track.no),
  isrc: isrc?.map(isrcOf).find((each) => each !== null) ?? null,
});

/** Tags from LIST INFO and AIFF text chunks, and ISRCs from broadcast chunks. */
export function textTags(texts: Map<string, Uint8Array>): Tags {
  const first = (...names: string[]) =>
    names.map((name) => clean(decode(texts.get(name)))).find((text) => text !== null) ?? null;
  return {
    title: first('INAM', 'NAME'),
    artist: first('IART', 'AUTH'),
    album: first('IPRD'),
    trackNumber: numberOf(Number.parseInt(first('ITRK', 'IPRT') ?? '', 10)),
    isrc:
      isrcOf(first('ISRC') ?? '') ??
      ['axml', 'iXML', 'bext', 'ICMT'].map((name) => isrcIn(texts.get(name))).find(Boolean) ??
      null,
  };
}

/** Normalises an ISRC (ISO 3901): upper case, no dashes; null if it is not one. */
function isrcOf(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(bare) ? bare : null;
}

function isrcIn(bytes: Uint8Array | undefined): string | null {
  const text = new TextDecoder('latin1').decode(bytes?.subarray(0, MAX_SEARCHED));
  return isrcOf(new RegExp(String.raw`ISRC[^A-Z0-9]{0,40}${ISRC}`, 'i').exec(text)?.[1] ?? '');
}

const numberOf = (number: number | null): number | null =>
  number !== null && Number.isInteger(number) && number > 0 && number <= 9999 ? number : null;

/** RIFF and AIFF do not name an encoding: decodes valid UTF-8 as such, anything else as Windows-1252. */
function decode(bytes: Uint8Array | undefined): string {
  const end = bytes?.indexOf(0) ?? -1;
  const text = end < 0 ? bytes : bytes?.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return new TextDecoder('windows-1252').decode(text);
  }
}

/** Removes control characters and limits the length; null for an empty text. */
function clean(text: string | undefined): string | null {
  const shown = (text ?? '').slice(0, 4 * MAX_TEXT).replace(/\p{Cc}+/gu, ' ');
  return shown.trim().slice(0, MAX_TEXT).toWellFormed() || null;
}
