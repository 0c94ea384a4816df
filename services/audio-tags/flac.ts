import { type ByteSource, viewOf } from '../audio-headers/byte-source.js';
import { findEndTags } from '../audio-headers/end-tags.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { flacFramesEnd } from '../audio-headers/flac-frames.js';
import { concat, uint32, utf8 } from './bytes.js';
import { COVER_TYPES, FRONT_COVER } from './fields.js';
import { bytesText, MAX_KEPT_BYTES, MAX_READ_BYTES, NO_FRAMES, otherLength, tagsInFront, TOO_MUCH } from './kept.js';
import { Notes } from './notes.js';
import { applicationWith, cueSheetWith } from './places.js';
import type { CopyLosses, CopyTags, Cover, Heard, SoundRange, TaggedLayout } from './tags.js';
import { vorbisComments } from './vorbis.js';

const PADDING = 1;
const APPLICATION = 2;
const VORBIS_COMMENT = 4;
const CUESHEET = 5;
const PICTURE = 6;
/** A block's length has 24 bits. */
const MAX_BLOCK_BYTES = 0xffffff;
const MAX_BLOCKS = 1_000;

interface Block {
  type: number;
  /** Position after the block's header. */
  offset: number;
  size: number;
}

interface FlacBlock {
  type: number;
  body: Uint8Array;
}

interface Flac {
  blocks: Block[];
  /** Where the frames begin. */
  from: number;
  /** Where the frames end. */
  to: number;
  /** Bytes between the last frame and these tags, which are neither; null if no frame is found there. */
  strayBytes: number | null;
  hasEndTags: boolean;
  /** Samples per channel by the header; null if it does not say. */
  declared: number | null;
}

/** Null if it is not FLAC. */
async function readFlac(source: ByteSource): Promise<Flac | null> {
  const found = await findAudio(source);
  if (found?.container !== 'flac') return null;
  let at = found.from + 4;
  const blocks: Block[] = [];
  for (let isLast = false; !isLast;) {
    const header = await source.read(at, 4);
    if (header.length < 4 || blocks.length === MAX_BLOCKS) return null;
    const [flags, high, middle, low] = header as unknown as [number, number, number, number];
    const size = (high << 16) | (middle << 8) | low;
    blocks.push({ type: flags & 0x7f, offset: at + 4, size });
    isLast = flags >= 0x80;
    at += 4 + size;
  }
  if (at >= source.size) return null;
  const { offset = null } = blocks.find(({ type, size }) => type === STREAMINFO && size >= STREAMINFO_BYTES) ?? {};
  const info = offset === null ? null : await source.read(offset, STREAMINFO_BYTES);
  const { framesEnd, tags } = await findEndTags(source, at);
  const end = info && (await flacFramesEnd(source, info, at, framesEnd));
  return {
    blocks,
    from: at,
    to: end ?? framesEnd,
    strayBytes: end && framesEnd - end,
    hasEndTags: tags.length > 0,
    declared: info && declaredIn(info),
  };
}

const STREAMINFO = 0;
const STREAMINFO_BYTES = 34;
const TOTAL_AT = 13;
const MD5_AT = 18;

/** Samples per channel that the first block states in 36 bits (RFC 9639 §8.2); null if it is 0, which is unknown. */
const declaredIn = (info: Uint8Array): number | null =>
  (info[TOTAL_AT]! & 0x0f) * 2 ** 32 + viewOf(info).getUint32(TOTAL_AT + 1) || null;

/** Range of the frames; `to` is exclusive. Null if it is not FLAC. */
export async function flacFrames(source: ByteSource): Promise<SoundRange | null> {
  const found = await readFlac(source);
  return found && { from: found.from, to: found.to, frames: found.declared };
}

/** Bytes of a FLAC behind its last frame that are not tags either; 0 if they are not known. */
export const flacStrayBytes = async (source: ByteSource): Promise<number> => (await readFlac(source))?.strayBytes ?? 0;

/**
 * FLAC with the sheet's comments and picture in front of unchanged frames (RFC 9639). All other blocks stay as they are, in
 * their order; only padding goes. The stream's own MD5 of the samples stays in its first block.
 */
export async function tagFlac(
  source: ByteSource,
  heard: Heard,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  const found = await readFlac(source);
  if (!found) return NO_FRAMES;
  if (found.declared !== null && found.declared !== heard.frames) return otherLength(heard.frames, found.declared);
  if (found.strayBytes === null) return 'does not end with a frame that can be read. Please encode it again.';
  const wanted = found.blocks.filter(({ type }) => type !== PADDING);
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MAX_READ_BYTES) return TOO_MUCH;
  const old: FlacBlock[] = [];
  for (const { type, offset, size } of wanted) old.push({ type, body: await source.read(offset, size) });
  const notes = new Notes(tags);
  // The old titles and codes in them are found in other blocks.
  const comments = vorbisComments(
    old.filter(({ type }) => type === VORBIS_COMMENT).map(({ body }) => body),
    notes,
  );
  const info = old.find(({ type, body }) => type === STREAMINFO && body.length >= STREAMINFO_BYTES);
  if (info) {
    const stated = withLengthAndMd5(info.body, heard, notes);
    if (typeof stated === 'string') return stated;
    info.body = stated;
  }
  const kept = old.flatMap((block) => keptBlock(block, notes));
  if (kept.reduce((sum, { body }) => sum + body.length, 0) > MAX_KEPT_BYTES) return TOO_MUCH;
  const blocks = [...kept, { type: VORBIS_COMMENT, body: comments }];
  if (tags.cover) blocks.push({ type: PICTURE, body: picture(tags.cover) });
  if (blocks.some(({ body }) => body.length > MAX_BLOCK_BYTES)) return 'cannot hold so large a cover.';
  const head = concat(
    utf8('fLaC'),
    ...blocks.flatMap(({ type, body }, index) => {
      const header = uint32(body.length, false);
      header[0] = type | (index === blocks.length - 1 ? 0x80 : 0);
      return [header, body];
    }),
  );
  notes.leave(...(await tagsInFront(source)));
  if (found.hasEndTags) notes.leave('the tag behind its frames');
  if (found.strayBytes) notes.leave(`${bytesText(found.strayBytes)} behind its last frame`);
  return notes.on({ head, from: found.from, to: found.to, tail: new Uint8Array(0) });
}

/**
 * The first block with the number of samples per channel (36 bits) and the MD5 of all samples (RFC 9639 §8.2), which encoders
 * do not write into a pipe. A sentence if its own MD5 is another one: `flac -t`, editors and stores refuse such a file.
 */
function withLengthAndMd5(block: Uint8Array, { frames, flacMd5 }: Heard, notes: Notes): Uint8Array | string {
  const info = Uint8Array.from(block);
  const md5 = hexOf(info.subarray(MD5_AT, STREAMINFO_BYTES));
  const isSet = /[^0]/.test(md5);
  if (isSet && flacMd5 && md5 !== flacMd5)
    return 'has an MD5 in its header that is not that of its samples. Please encode it again.';
  if (declaredIn(info) === null) {
    info[TOTAL_AT] = (info[TOTAL_AT]! & 0xf0) | Math.floor(frames / 2 ** 32);
    info.set(uint32(frames % 2 ** 32, false), TOTAL_AT + 1);
    notes.add('its length');
  }
  if (!isSet && flacMd5) {
    info.set(bytesOfHex(flacMd5), MD5_AT);
    notes.add('the MD5 of its samples');
  }
  return info;
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOfHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));

/** A block with the sheet's values in its fixed places; nothing if the sheet replaces all of it. */
function keptBlock({ type, body }: FlacBlock, notes: Notes): FlacBlock[] {
  if (type === VORBIS_COMMENT) return [];
  if (type === PICTURE && notes.tags.cover && body.length >= 4) {
    return COVER_TYPES.has(viewOf(body).getUint32(0)) ? [] : [{ type, body }];
  }
  if (type === CUESHEET) return [{ type, body: cueSheetWith(body, notes) }];
  if (type !== APPLICATION) return [{ type, body }];
  const application = applicationWith(body, notes);
  return application ? [{ type, body: application }] : [];
}

function picture({ contentType, bytes, width, height }: Cover): Uint8Array {
  const field = (value: number) => uint32(value, false);
  const BITS_PER_PIXEL = 24;
  return concat(
    field(FRONT_COVER),
    field(contentType.length),
    utf8(contentType),
    field(0),
    field(width),
    field(height),
    field(BITS_PER_PIXEL),
    field(0),
    field(bytes.length),
    bytes,
  );
}
