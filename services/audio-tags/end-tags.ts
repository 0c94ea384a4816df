import { type ByteSource, viewOf } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { ID3V1_BYTES } from '../audio-headers/find-audio.js';
import { concat, uint32, utf8 } from './bytes.js';
import { fieldsOf, MAX_FIELDS, plainName } from './fields.js';
import type { Notes } from './notes.js';

const APE_FOOTER_BYTES = 32;

/** The tags at the end of MP3 or FLAC. */
export interface EndTags {
  /** Where the frames end. */
  framesEnd: number;
  /** Bytes of an APEv2 tag in front of the ID3v1 tag, 0 without one. */
  apeBytes: number;
  hasId3v1: boolean;
}

export async function findEndTags(source: ByteSource): Promise<EndTags> {
  const last = await source.read(Math.max(0, source.size - ID3V1_BYTES), 3);
  const hasId3v1 = source.size >= ID3V1_BYTES && ascii(last, 0, 3) === 'TAG';
  const end = source.size - (hasId3v1 ? ID3V1_BYTES : 0);
  const footer = await source.read(Math.max(0, end - APE_FOOTER_BYTES), APE_FOOTER_BYTES);
  if (end < APE_FOOTER_BYTES || ascii(footer, 0, 8) !== 'APETAGEX') return { framesEnd: end, apeBytes: 0, hasId3v1 };
  const view = viewOf(footer);
  // The size leaves out the header, which a flag announces.
  const header = view.getUint32(20, true) & HAS_HEADER ? APE_FOOTER_BYTES : 0;
  const apeBytes = Math.min(end, view.getUint32(12, true) + header);
  return { framesEnd: end - apeBytes, apeBytes, hasId3v1 };
}

const HAS_HEADER = 0x80000000;
const IS_HEADER = 0x20000000;
const APE_VERSION = 2000;
const LONGEST_KEY = 255;

/** An APEv2 tag with the old items that the sheet does not replace; empty without any. The sheet's values are in ID3. */
export function apeTag(old: Uint8Array, notes: Notes): Uint8Array {
  const { tags } = notes;
  const replaced = new Set(fieldsOf(tags).flatMap(({ vorbis = [] }) => vorbis));
  const isReplaced = (name: string) => replaced.has(name) || (tags.cover !== null && name === 'COVERARTFRONT');
  const { items: all, isCut } = apeItems(old);
  if (isCut) notes.leave('the damaged end of its APE tag');
  const items = (notes.isUsual(all.length) ? all : []).filter(({ key }) => !isReplaced(plainName(key)));
  if (items.length === 0) return new Uint8Array(0);
  const content = concat(...items.map(({ key, bytes }) => notes.recodedBytes(bytes, `APE tag ${key}`)));
  const edge = (flags: number) =>
    concat(
      utf8('APETAGEX'),
      uint32(APE_VERSION, true),
      uint32(content.length + APE_FOOTER_BYTES, true),
      uint32(items.length, true),
      uint32(flags, true),
      new Uint8Array(8),
    );
  return concat(edge(HAS_HEADER + IS_HEADER), content, edge(HAS_HEADER));
}

/** Items of a tag with or without a header: length of the value, flags, key, NUL, value. */
function apeItems(tag: Uint8Array): { items: { key: string; bytes: Uint8Array }[]; isCut: boolean } {
  const view = viewOf(tag);
  const items: { key: string; bytes: Uint8Array }[] = [];
  const end = tag.length - APE_FOOTER_BYTES;
  let at = ascii(tag, 0, 8) === 'APETAGEX' && end > 0 ? APE_FOOTER_BYTES : 0;
  while (at + 8 < end && items.length <= MAX_FIELDS) {
    const key = tag.subarray(at + 8, at + 9 + LONGEST_KEY);
    const keyBytes = key.indexOf(0);
    const next = at + 8 + keyBytes + 1 + view.getUint32(at, true);
    if (keyBytes < 0 || next > end) break;
    items.push({ key: ascii(key, 0, keyBytes), bytes: tag.subarray(at, next) });
    at = next;
  }
  return { items, isCut: at < end };
}

const TITLE_AT = 3;
const GENRE_AT = 127;
const UNKNOWN_GENRE = 255;

/** An ID3v1 tag with the sheet's values in its fixed places. Its letters are those of Latin-1; other texts stay empty. */
export function id3v1Tag(old: Uint8Array, notes: Notes): Uint8Array {
  const { tags } = notes;
  const tag = Uint8Array.from(notes.recodedBytes(old, 'ID3v1 tag'));
  const put = (value: string, at: number, length: number) => {
    if (!value) return;
    const letters = Array.from(value, (letter) => letter.codePointAt(0)!);
    tag.fill(0, at, at + length);
    if (letters.every((letter) => letter < 256)) tag.set(letters.slice(0, length), at);
  };
  put(tags.title, TITLE_AT, 30);
  put(tags.artist, 33, 30);
  put(tags.album, 63, 30);
  put(tags.date.slice(0, 4), 93, 4);
  if (tags.trackNumber !== null && tag[125] === 0) tag[126] = Math.min(255, tags.trackNumber);
  if (tags.genre) tag[GENRE_AT] = UNKNOWN_GENRE;
  return tag;
}
