import type { IAudioMetadata } from 'music-metadata';
import {
  cleanText,
  decodeText,
  findIsrc,
  namesIn,
  normaliseIsrc,
  slashedValues,
} from '../../../../services/audio-headers/texts.js';
import type { StagingHeader } from '../../api';

export type Tags = StagingHeader['tags'];

const MAX_TEXT = 300;
const NO_BYTES = new Uint8Array();

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
export const commonTags = ({ title, artist, artists, album, track, isrc }: IAudioMetadata['common']): Tags => ({
  title: clean(title),
  // The parser takes the slash of AC/DC apart, too.
  artist: clean(namesIn(slashedValues((artists ?? [artist ?? '']).join('/')))),
  album: clean(album),
  trackNumber: numberOf(track.no),
  isrc: isrc?.map(normaliseIsrc).find((each) => each !== null) ?? null,
});

/** Tags from LIST INFO and AIFF text chunks, and ISRCs from broadcast chunks. */
export function textTags(texts: Map<string, Uint8Array>): Tags {
  const first = (...names: string[]) =>
    names.map((name) => clean(decodeText(texts.get(name) ?? NO_BYTES))).find((text) => text !== null) ?? null;
  return {
    title: first('INAM', 'NAME'),
    artist: clean(namesIn(first('IART', 'AUTH') ?? '')),
    album: first('IPRD'),
    trackNumber: numberOf(Number.parseInt(first('ITRK', 'IPRT') ?? '', 10)),
    isrc:
      normaliseIsrc(first('ISRC') ?? '') ??
      ['axml', 'iXML', 'bext', 'ICMT'].map((name) => findIsrc(texts.get(name) ?? NO_BYTES)).find(Boolean) ??
      null,
  };
}

const numberOf = (number: number | null): number | null =>
  number !== null && Number.isInteger(number) && number > 0 && number <= 9999 ? number : null;

const clean = (text: string | undefined): string | null => cleanText(text ?? '', MAX_TEXT) || null;
