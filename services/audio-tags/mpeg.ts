import type { ByteSource } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { id3Tag } from './id3.js';
import type { CopyTags, TaggedLayout } from './tags.js';

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
export async function mpegFrames(source: ByteSource): Promise<{ from: number; to: number } | null> {
  const found = await findAudio(source);
  if (found?.container !== 'mp3') return null;
  const { from } = found;
  const to = await endOfFrames(source);
  return from < to ? { from, to } : null;
}

/** MP3 with a new tag in front. Old tags at both ends are left out. */
export async function tagMp3(source: ByteSource, tags: CopyTags): Promise<TaggedLayout | null> {
  const frames = await mpegFrames(source);
  return frames && { head: id3Tag(tags), ...frames, tail: new Uint8Array(0) };
}
