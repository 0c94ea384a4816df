import { apeBefore } from './ape.js';
import type { ByteSource } from './byte-source.js';
import { ascii } from './containers.js';
import { id3Length, ID3V1_BYTES } from './find-audio.js';

export interface EndTag {
  kind: 'APE' | 'ID3v1' | 'TAG+' | 'Lyrics3' | 'ID3v2';
  from: number;
  /** Exclusive. */
  to: number;
}

export interface EndTags {
  /** Where the frames end. */
  framesEnd: number;
  /** In their order in the file. */
  tags: EndTag[];
}

/** No real file has that many. */
const MAX_TAGS = 20;

/**
 * The tags at the end of an MP3 or FLAC whose sound begins at `from`. Only whole tags count: where the size of one is wrong,
 * its bytes stay with the frames, so that no sound is taken for a tag.
 */
export async function findEndTags(source: ByteSource, from: number): Promise<EndTags> {
  const tags: EndTag[] = [];
  let framesEnd = source.size;
  while (tags.length < MAX_TAGS) {
    const found = await tagBefore(source, framesEnd, tags[0]?.kind ?? null);
    if (!found || found.from < from) break;
    tags.unshift(found);
    framesEnd = found.from;
  }
  return { framesEnd, tags };
}

/** An extension of the ID3v1 tag that follows. */
const TAG_PLUS_BYTES = 227;
const ID3_FOOTER_BYTES = 10;
const ID3_SIZE_AT = 6;
/** `LYRICS200` and, in front of it, the size in six digits. */
const LYRICS_FOOTER = /^(\d{6})LYRICS200$/;
const LYRICS_FOOTER_BYTES = 15;
/** Lyrics3 of version 1 has no size. */
const LONGEST_OLD_LYRICS = 5_120;

/** The tag that ends at `to`, in front of one of kind `next`. */
async function tagBefore(source: ByteSource, to: number, next: EndTag['kind'] | null): Promise<EndTag | null> {
  const textAt = async (from: number, length: number) =>
    from < 0 ? '' : ascii(await source.read(from, length), 0, length);
  if ((await textAt(to - ID3V1_BYTES, 3)) === 'TAG') return { kind: 'ID3v1', from: to - ID3V1_BYTES, to };
  if (next === 'ID3v1' && (await textAt(to - TAG_PLUS_BYTES, 4)) === 'TAG+')
    return { kind: 'TAG+', from: to - TAG_PLUS_BYTES, to };
  const lyrics = await textAt(to - LYRICS_FOOTER_BYTES, LYRICS_FOOTER_BYTES);
  const lyricsBytes = LYRICS_FOOTER.exec(lyrics)?.[1];
  if (lyricsBytes) {
    const from = to - LYRICS_FOOTER_BYTES - Number(lyricsBytes);
    if ((await textAt(from, 11)) === 'LYRICSBEGIN') return { kind: 'Lyrics3', from, to };
  }
  if (lyrics.endsWith('LYRICSEND')) {
    const first = Math.max(0, to - LONGEST_OLD_LYRICS);
    const begin = (await textAt(first, to - first)).lastIndexOf('LYRICSBEGIN');
    if (begin >= 0) return { kind: 'Lyrics3', from: first + begin, to };
  }
  const id3 = await id3Before(source, to);
  if (id3 !== null) return { kind: 'ID3v2', from: id3, to };
  const ape = await apeBefore(source, to);
  return ape === null ? null : { kind: 'APE', from: ape, to };
}

/** Where the ID3v2.4 tag begins whose footer ends there; null without one. Header and footer say the same size. */
async function id3Before(source: ByteSource, to: number): Promise<number | null> {
  if (to < 2 * ID3_FOOTER_BYTES) return null;
  const footer = await source.read(to - ID3_FOOTER_BYTES, ID3_FOOTER_BYTES);
  if (ascii(footer, 0, 3) !== '3DI') return null;
  const size = footer.subarray(ID3_SIZE_AT).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  const from = to - size - 2 * ID3_FOOTER_BYTES;
  return from >= 0 && from + id3Length(await source.read(from, ID3_FOOTER_BYTES)) === to ? from : null;
}
