import type { AudioTags } from './facts.js';

/** Longest tag kept, in characters: a comment can be a whole book. */
const MAX_TEXT = 2000;
/** At most this much of a tag is read: a tag may fill its chunk, and a child's memory is small. */
const MAX_READ = 4 * MAX_TEXT;

/** Replaces bytes that are not valid UTF-8: FFmpeg reads all text of RIFF as UTF-8. */
const REPLACEMENT = '\ufffd';

/** Names under which containers store each tag, in order of preference; compared in lower case. */
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
 * Tags from libavformat's metadata (ID3, Vorbis comments) and from text chunks (LIST INFO, bext, iXML, axml, AIFF), the
 * former first. ISRCs are searched in all usual places.
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

/** An ISRC in upper case without dashes and spaces (ISO 3901), or null if the text is not an ISRC. */
export function normaliseIsrc(text: string): string | null {
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(bare) ? bare : null;
}

const ISRC = String.raw`([A-Z]{2}[-\s]?[A-Z0-9]{3}[-\s]?\d{2}[-\s]?\d{5})(?![A-Z0-9])`;

/**
 * Its own tag (FFmpeg joins several with semicolons), `<ISRC>…</ISRC>` in iXML, `ISRC:…` in axml (EBU Tech 3352), 'ISRC
 * …' in a bext description or a comment.
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

/** '3', '03/12' or '3 of 12' as numbers; letters of a vinyl side are not numbers. */
function numberPair(text: string | null): [number | null, number | null] {
  const match = /^\s*(\d{1,4})(?:\s*(?:\/|of)\s*(\d{1,4}))?/i.exec(text ?? '');
  return [match?.[1] ? Number(match[1]) : null, match?.[2] ? Number(match[2]) : null];
}

/**
 * RIFF and AIFF do not name an encoding: UTF-8 if the text is valid, otherwise Windows-1252, as Windows programs write.
 */
function decodeText(buffer: Buffer): string {
  const end = buffer.indexOf(0);
  const bytes = end < 0 ? buffer : buffer.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Without control characters, which fit neither the database nor the page. */
function clean(text: string): string {
  return text
    .slice(0, MAX_READ)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .toWellFormed();
}
