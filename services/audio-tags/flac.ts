import type { ByteSource } from '../audio-headers/byte-source.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { viewOf } from '../audio-headers/walk.js';
import { concat, uint32, utf8 } from './bytes.js';
import { findEndTags } from './end-tags.js';
import { COVER_TYPES, FRONT_COVER } from './fields.js';
import { MAX_KEPT_BYTES, MAX_READ_BYTES, NO_FRAMES, otherLength, tagsInFront, TOO_MUCH } from './kept.js';
import { Notes } from './notes.js';
import { applicationWith, cueSheetWith } from './places.js';
import type { CopyLosses, CopyTags, Cover, SoundRange, TaggedLayout } from './tags.js';
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
  return at < source.size ? { blocks, from: at, declared: await declaredIn(source, blocks) } : null;
}

const STREAMINFO = 0;
const STREAMINFO_BYTES = 34;

/** 36 bits behind rate, channels and word length (RFC 9639 §8.2); 0 is unknown. */
async function declaredIn(source: ByteSource, blocks: readonly Block[]): Promise<number | null> {
  const info = blocks.find(({ type, size }) => type === STREAMINFO && size >= STREAMINFO_BYTES);
  if (!info) return null;
  const [high, ...low] = await source.read(info.offset + 13, 5);
  return (high! & 0x0f) * 2 ** 32 + viewOf(Uint8Array.from(low)).getUint32(0) || null;
}

/** Range of the frames; `to` is exclusive. Null if it is not FLAC. */
export async function flacFrames(source: ByteSource): Promise<SoundRange | null> {
  const found = await readFlac(source);
  return found && { from: found.from, to: (await findEndTags(source)).framesEnd, frames: found.declared };
}

/**
 * FLAC with the sheet's comments and picture in front of unchanged frames (RFC 9639). All other blocks stay as they are, in
 * their order; only padding goes. The stream's own MD5 of the samples stays in its first block.
 */
export async function tagFlac(
  source: ByteSource,
  decodedFrames: number,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  const found = await readFlac(source);
  if (!found) return NO_FRAMES;
  if (found.declared !== null && found.declared !== decodedFrames) return otherLength(decodedFrames, found.declared);
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
  const { framesEnd, apeBytes, hasId3v1 } = await findEndTags(source);
  notes.left.push(...(await tagsInFront(source)));
  if (apeBytes > 0 || hasId3v1) notes.left.push('the tag behind its frames');
  const { left, says } = notes;
  return { head, from: found.from, to: framesEnd, tail: new Uint8Array(0), left, says };
}

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
