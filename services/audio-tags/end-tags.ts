import { APE_EDGE_BYTES, apeItems } from '../audio-headers/ape.js';
import { concat, uint32, utf8 } from './bytes.js';
import { fieldsOf, MAX_FIELDS, plainName } from './fields.js';
import type { Notes } from './notes.js';

const HAS_HEADER = 0x80000000;
const IS_HEADER = 0x20000000;
const APE_VERSION = 2000;

/** An APEv2 tag with the old items that the sheet does not replace; empty without any. The sheet's values are in ID3. */
export function apeTag(old: Uint8Array, notes: Notes): Uint8Array {
  const { tags } = notes;
  const replaced = new Set(fieldsOf(tags).flatMap(({ vorbis = [] }) => vorbis));
  const isReplaced = (name: string) => replaced.has(name) || (tags.cover !== null && name === 'COVERARTFRONT');
  const { items: all, isCut } = apeItems(old, MAX_FIELDS + 1);
  if (isCut) notes.leave('the damaged end of its APE tag');
  const items = (notes.isUsual(all.length) ? all : []).filter(({ key }) => !isReplaced(plainName(key)));
  if (items.length === 0) return new Uint8Array(0);
  for (const { key, bytes } of items) notes.searchedForCues(new TextDecoder().decode(bytes), `APE tag ${key}`);
  const content = concat(...items.map(({ key, bytes }) => notes.recodedBytes(bytes, `APE tag ${key}`)));
  const edge = (flags: number) =>
    concat(
      utf8('APETAGEX'),
      uint32(APE_VERSION, true),
      uint32(content.length + APE_EDGE_BYTES, true),
      uint32(items.length, true),
      uint32(flags, true),
      new Uint8Array(8),
    );
  return concat(edge(HAS_HEADER + IS_HEADER), content, edge(HAS_HEADER));
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
