import type { ByteSource } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { declaredMpegSamples } from '../audio-headers/mpeg-frames.js';
import { id3Tag } from './id3.js';
import { NO_FRAMES, otherLength } from './kept.js';
import type { CopyLosses, CopyTags, SoundRange, TaggedLayout } from './tags.js';

const ID3V1_BYTES = 128;
const APE_FOOTER_BYTES = 32;

/** Where the frames of MP3 or FLAC end: before APEv2 and ID3v1 tags. */
export async function endOfFrames(source: ByteSource): Promise<number> {
  let end = source.size;
  if (end >= ID3V1_BYTES && ascii(await source.read(end - ID3V1_BYTES, 3), 0, 3) === 'TAG') end -= ID3V1_BYTES;
  if (end < APE_FOOTER_BYTES) return end;
  const footer = await source.read(end - APE_FOOTER_BYTES, APE_FOOTER_BYTES);
  if (ascii(footer, 0, 8) !== 'APETAGEX') return end;
  const view = new DataView(footer.buffer, footer.byteOffset, footer.byteLength);
  // The size leaves out the header, which a flag announces.
  const header = view.getUint32(20, true) & 0x80000000 ? APE_FOOTER_BYTES : 0;
  return Math.max(0, end - view.getUint32(12, true) - header);
}

/** Range of the frames; `to` is exclusive. Null if there are none. */
export async function mpegFrames(source: ByteSource): Promise<SoundRange | null> {
  const found = await findAudio(source);
  if (found?.container !== 'mp3') return null;
  const { from } = found;
  const to = await endOfFrames(source);
  return from < to ? { from, to, frames: null } : null;
}

const MAX_FRAME_BYTES = 1441;
/** Samples that the encoder adds at both ends are declared but not heard. */
const MAX_ADDED_SAMPLES = 3 * 1152;

/** MP3 with a new tag in front. Old tags at both ends are left out. */
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
  return { head: id3Tag(tags), from, to, tail: new Uint8Array(0), left: [] };
}
