import type { AudioTags } from './facts.js';

/** Longest tag kept, in characters: a comment can be a whole book. */
const MAX_TEXT = 2000;
/** Of a tag so much is looked at: a chunk's worth of text may be one, and a child's memory is small. */
const MAX_READ = 4 * MAX_TEXT;

/** What stands for bytes that were no UTF-8: FFmpeg takes all of RIFF's text for that. */
const REPLACEMENT = '\ufffd';

/** Names under which containers keep each tag, in order of preference; compared in lower case. */
const keys = {
  title: ['title', 'inam', 'name'],
  artist: ['artist', 'iart', 'auth'],
  album: ['album', 'iprd'],
  albumArtist: ['album_artist', 'albumartist', 'album artist'],
  track: ['track', 'tracknumber', 'itrk', 'iprt'],
  trackTotal: ['tracktotal', 'totaltracks'],
  disc: ['disc', 'discnumber'],
  isrc: ['tsrc', 'trc', 'isrc'],
  date: ['date', 'year', 'icrd'],
  genre: ['genre', 'ignr'],
  comment: ['comment', 'icmt', 'description', 'anno'],
} as const;

/**
 * Tags from libavformat's metadata (ID3, Vorbis comments) and from text chunks (LIST INFO, bext, iXML, axml, AIFF),
 * the former first. ISRCs are looked for wherever they are customarily written.
 */
export function readTags(metadata: Record<string, string>, chunks: Map<string, Buffer>): AudioTags {
  const entries = [
    ...Object.entries(metadata),
    ...Array.from(chunks, ([name, buffer]) => [name, decodeText(buffer)] as const),
  ].map(([name, text]) => ({ name: name.toLowerCase(), text: clean(text) }));
  const all = (names: readonly string[]) =>
    names.flatMap((name) => entries.filter((entry) => entry.name === name && entry.text).map(({ text }) => text));
  const first = (names: readonly string[]) => {
    const found = all(names);
    return found.find((text) => !text.includes(REPLACEMENT)) ?? found[0] ?? null;
  };
  const [trackNumber, ofTracks] = numberPair(first(keys.track));
  return {
    title: first(keys.title),
    artist: first(keys.artist),
    album: first(keys.album),
    albumArtist: first(keys.albumArtist),
    trackNumber,
    trackTotal: ofTracks ?? numberPair(first(keys.trackTotal))[0],
    discNumber: numberPair(first(keys.disc))[0],
    isrc: findIsrc(all(keys.isrc), all(keys.comment), chunks),
    date: first(keys.date),
    genre: first(keys.genre),
    comment: first(keys.comment),
  };
}

/** An ISRC without dashes and spaces in upper case (ISO 3901), or null if the text is none. */
export function normaliseIsrc(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(bare) ? bare : null;
}

const ISRC = String.raw`([A-Z]{2}[-\s]?[A-Z0-9]{3}[-\s]?\d{2}[-\s]?\d{5})(?![A-Z0-9])`;

/**
 * Its own tag (FFmpeg joins several by semicolons), `<ISRC>…</ISRC>` in iXML, `ISRC:…` in axml (EBU Tech 3352),
 * 'ISRC …' in a bext description or a comment.
 */
function findIsrc(direct: string[], comments: string[], chunks: Map<string, Buffer>): string | null {
  for (const text of direct.flatMap((each) => each.split(';'))) {
    const isrc = normaliseIsrc(text);
    if (isrc) return isrc;
  }
  for (const text of [...['axml', 'iXML', 'bext'].map((name) => chunks.get(name)?.toString('latin1')), ...comments]) {
    const match = text && new RegExp(String.raw`ISRC[^A-Z0-9]{0,40}${ISRC}`, 'i').exec(text);
    const isrc = match ? normaliseIsrc(match[1] ?? '') : null;
    if (isrc) return isrc;
  }
  return null;
}

/** '3', '03/12' or '3 of 12' as numbers; letters of a vinyl side are no number. */
function numberPair(text: string | null): [number | null, number | null] {
  const match = /^\s*(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4}))?/i.exec(text ?? '');
  return [match?.[1] ? Number(match[1]) : null, match?.[2] ? Number(match[2]) : null];
}

/** RIFF and AIFF name no encoding: UTF-8 where it is valid, else Windows-1252 as Windows programs write. */
function decodeText(buffer: Buffer): string {
  const end = buffer.indexOf(0);
  const bytes = end < 0 ? buffer : buffer.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Without control characters, which neither the database nor the page wants. */
function clean(text: string): string {
  return text
    .slice(0, MAX_READ)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();
}
