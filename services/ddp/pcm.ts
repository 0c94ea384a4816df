import { SAMPLE_BYTES } from './time.js';

/** Samples of 16 bits in stereo, little-endian, that can be read from any byte. */
export interface Pcm {
  sizeBytes: number;
  /** `to` is exclusive. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export const READ_BYTES = 4 << 20;
const PROBE_BYTES = 4096;
/** Peaks up to here (−54 dBFS) are silence with dither, which masters of one session may have in common. */
export const QUIET = 64;

/** Bytes of the image; what is outside it reads as silence. */
export async function readWithin(image: Pcm, from: number, to: number): Promise<Uint8Array> {
  const [first, last] = [Math.max(0, from), Math.min(to, image.sizeBytes)];
  if (first === from && last === to) return image.read(from, to);
  const bytes = new Uint8Array(to - from);
  if (last > first) bytes.set(await image.read(first, last), first - from);
  return bytes;
}

/** The first passage with sound from there on; if there is only dither, the first that is not digital silence. */
export async function loudPassage(
  pcm: Pcm,
  from: number,
): Promise<{ at: number; isLoud: boolean; bytes: Buffer } | null> {
  let begin: number | null = null;
  let isLoud = false;
  // Most passages have sound at once, and many masters are searched on a disc of many tracks.
  let size = 4 * PROBE_BYTES;
  let at = from - (from % SAMPLE_BYTES);
  while (at < pcm.sizeBytes && !isLoud) {
    const chunk = viewOf(await pcm.read(at, Math.min(at + size, pcm.sizeBytes)));
    for (let byte = 0; byte + SAMPLE_BYTES <= chunk.byteLength && !isLoud; byte += SAMPLE_BYTES) {
      const peak = peakOf(chunk, byte);
      isLoud = peak > QUIET;
      if (isLoud || peak > 0) begin = isLoud ? at + byte : (begin ?? at + byte);
    }
    at += size;
    size = Math.min(4 * size, READ_BYTES / 4);
  }
  if (begin === null) return null;
  return { at: begin, isLoud, bytes: Buffer.from(await pcm.read(begin, Math.min(begin + PROBE_BYTES, pcm.sizeBytes))) };
}

/** The byte behind the last sample that is more than dither. */
export async function loudEnd(pcm: Pcm): Promise<number | null> {
  for (let to = pcm.sizeBytes; to > 0; to -= READ_BYTES / 4) {
    const from = Math.max(0, to - READ_BYTES / 4);
    const chunk = viewOf(await pcm.read(from, to));
    for (let byte = chunk.byteLength - SAMPLE_BYTES; byte >= 0; byte -= SAMPLE_BYTES) {
      if (peakOf(chunk, byte) > QUIET) return from + byte + SAMPLE_BYTES;
    }
  }
  return null;
}

export const isSilent = ({ buffer, byteOffset, byteLength }: DataView): boolean =>
  new Uint8Array(buffer, byteOffset, byteLength).every((byte) => byte === 0);

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The larger of the two channels. */
export const peakOf = (samples: DataView, at: number): number =>
  Math.max(Math.abs(samples.getInt16(at, true)), Math.abs(samples.getInt16(at + 2, true)));
