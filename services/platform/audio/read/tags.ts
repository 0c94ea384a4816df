import { cleanText, decodeText, findIsrc, namesIn, normaliseIsrc } from '../../../audio-headers/texts.js';
import type { AudioTags } from '../facts.js';

/** Longest tag kept, in characters: a comment can be a whole book. */
const MAX_TEXT = 2000;

/** Broadcast extension begins with a description. */
const BEXT_DESCRIPTION_BYTES = 256;

/** Replaces bytes that are not valid UTF-8: FFmpeg reads all text of RIFF as UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * Names under which containers store each tag, in order of preference; compared in lower case. FFmpeg leaves some names of
 * ID3v2.2 as they are, such as `TPA`.
 */
const keys = {
  title: ['title', 'inam', 'name'],
  artist: ['artist', 'iart', 'auth'],
  album: ['album', 'iprd'],
  albumArtist: ['album_artist', 'albumartist', 'album artist'],
  track: ['track', 'tracknumber', 'itrk', 'iprt'],
  trackTotal: ['tracktotal', 'totaltracks'],
  disc: ['disc', 'discnumber', 'tpa'],
  isrc: ['tsrc', 'trc', 'isrc'],
  date: ['date', 'year', 'icrd', 'tye'],
  genre: ['genre', 'ignr'],
  comment: ['comment', 'icmt', 'description', 'bext', 'anno'],
} as const;

/**
 * Tags from libavformat's metadata (ID3, Vorbis comments) and from text chunks (LIST INFO, bext, iXML, axml, AIFF), the
 * former first. ISRCs are searched in all usual places.
 */
export function readTags(metadata: Record<string, string>, chunks: Map<string, Uint8Array>): AudioTags {
  const entries = [
    ...Object.entries(metadata),
    ...Array.from(
      chunks,
      ([name, bytes]) =>
        [name, decodeText(name === 'bext' ? bytes.subarray(0, BEXT_DESCRIPTION_BYTES) : bytes)] as const,
    ),
  ].map(([name, text]) => ({ name: name.toLowerCase(), text: cleanText(text, MAX_TEXT) }));
  const all = (names: readonly string[]) =>
    names.flatMap((name) => entries.filter((entry) => entry.name === name && entry.text).map(({ text }) => text));
  const first = (names: readonly string[]) => {
    const found = all(names);
    return found.find((text) => !text.includes(REPLACEMENT)) ?? found[0] ?? null;
  };
  const names = (of: readonly string[]) => namesIn(first(of) ?? '') || null;
  const [trackNumber, ofTracks] = numberPair(first(keys.track));
  return {
    title: first(keys.title),
    artist: names(keys.artist),
    album: first(keys.album),
    albumArtist: names(keys.albumArtist),
    trackNumber,
    trackTotal: ofTracks ?? numberPair(first(keys.trackTotal))[0],
    discNumber: numberPair(first(keys.disc))[0],
    isrc: isrcOf(all(keys.isrc), all(keys.comment), chunks),
    date: first(keys.date),
    genre: first(keys.genre),
    comment: first(keys.comment),
  };
}

/** Its own tag (FFmpeg joins several with semicolons), the broadcast chunks, then comments. */
function isrcOf(direct: string[], comments: string[], chunks: Map<string, Uint8Array>): string | null {
  const tagged = direct.flatMap((each) => each.split(/[;,/|\n]/)).map((each) => normaliseIsrc(each) ?? findIsrc(each));
  const written = ['axml', 'iXML', 'bext'].map((name) => chunks.get(name) ?? '');
  return [...tagged, ...[...written, ...comments].map(findIsrc)].find((isrc) => isrc !== null) ?? null;
}

/** '3', '03/12' or '3 of 12' as numbers; letters of a vinyl side are not numbers. */
function numberPair(text: string | null): [number | null, number | null] {
  const match = /^\s*(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4}))?/i.exec(text ?? '');
  return [match?.[1] ? Number(match[1]) : null, match?.[2] ? Number(match[2]) : null];
}
