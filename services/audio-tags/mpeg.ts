import type { ByteSource } from '../audio-headers/byte-source.js';
import { type EndTag, findEndTags } from '../audio-headers/end-tags.js';
import { findAudio, id3Length } from '../audio-headers/find-audio.js';
import { declaredMpegSamples, MAX_FRAME_BYTES } from '../audio-headers/mpeg-frames.js';
import { concat } from './bytes.js';
import { apeTag, id3v1Tag } from './end-tags.js';
import { id3Tag } from './id3.js';
import { bytesText, MAX_KEPT_BYTES, MAX_READ_BYTES, NO_FRAMES, otherLength, TOO_MUCH } from './kept.js';
import { fromLatin1, Notes } from './notes.js';
import type { CopyLosses, CopyTags, SoundRange, TaggedLayout } from './tags.js';

/** Range of the frames; `to` is exclusive. Null if there are none. */
export async function mpegFrames(source: ByteSource): Promise<SoundRange | null> {
  const found = await findAudio(source);
  if (found?.container !== 'mp3') return null;
  const { from } = found;
  const { framesEnd: to } = await findEndTags(source, from);
  return from < to ? { from, to, frames: null } : null;
}

/** Samples that the encoder adds at both ends are declared but not heard. */
const MAX_ADDED_SAMPLES = 3 * 1152;
const SEARCHED_BYTES = 1 << 16;

/**
 * MP3 with a new ID3v2.4 tag in front and the file's APEv2 and ID3v1 tags at the end, if it has them. What the sheet does not
 * replace stays in each of them. Frames of ID3v2 at the end move to the front; Lyrics3 and TAG+, which few programs read, go.
 */
export async function tagMp3(
  source: ByteSource,
  decodedFrames: number,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  const found = await mpegFrames(source);
  if (!found) return NO_FRAMES;
  const { from, to } = found;
  const declared = declaredMpegSamples(await source.read(from, MAX_FRAME_BYTES));
  if (declared !== null && declared - decodedFrames > MAX_ADDED_SAMPLES) return otherLength(decodedFrames, declared);
  const { tags: atEnd } = await findEndTags(source, from);
  if (atEnd.reduce((sum, tag) => sum + tag.to - tag.from, from) > MAX_READ_BYTES) return TOO_MUCH;
  const endTags: { kind: EndTag['kind']; bytes: Uint8Array }[] = [];
  for (const { kind, ...tag } of atEnd) endTags.push({ kind, bytes: await source.read(tag.from, tag.to - tag.from) });
  const { tags: old, left } = id3TagsIn(await source.read(0, from));
  const notes = new Notes(tags);
  notes.leave(...left);
  const id3AtEnd = endTags.filter(({ kind }) => kind === 'ID3v2').map(({ bytes }) => bytes);
  const head = id3Tag([...old, ...id3AtEnd], notes);
  if (head.length - (tags.cover?.bytes.length ?? 0) > MAX_KEPT_BYTES) return TOO_MUCH;
  const tail = endTags.map(({ kind, bytes }) => {
    if (kind === 'APE') return apeTag(bytes, notes);
    if (kind === 'ID3v1') return id3v1Tag(bytes, notes);
    if (kind !== 'ID3v2') notes.leave(`its ${kind} tag`);
    return new Uint8Array(0);
  });
  // A damaged tag stays as it is. Its last text has no end, and its footer begins with letters.
  const last = await source.read(Math.max(from, to - SEARCHED_BYTES), Math.min(SEARCHED_BYTES, to - from));
  const footer = fromLatin1(last).lastIndexOf('APETAGEX');
  notes.searched(footer < 0 ? last : last.subarray(0, footer), 'bytes behind its frames');
  return notes.on({ head, from, to, tail: concat(...tail) });
}

/** The ID3v2 tags among the bytes in front of the first frame. */
function id3TagsIn(bytes: Uint8Array): { tags: Uint8Array[]; left: string[] } {
  const tags: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const rest = bytes.subarray(at);
    const zeros = rest.findIndex((byte) => byte !== 0);
    if (zeros < 0) break;
    const length = id3Length(rest);
    if (zeros === 0 && length === 0) return { tags, left: [`${bytesText(rest.length)} in front of its first frame`] };
    if (length > 0) tags.push(rest.subarray(0, length));
    at += zeros || length;
  }
  return { tags, left: [] };
}
