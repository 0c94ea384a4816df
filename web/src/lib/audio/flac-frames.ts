import { ascii } from '../../../../services/audio-headers/containers.js';
import { type Source, UnplayableError } from './coded-audio';

const STREAM_INFO_BYTES = 34;
const LONGEST_FRAME_HEADER = 16;
/** Polynomial of the checksum at the end of each frame header. */
const CRC8_POLYNOMIAL = 0x07;

/** The first metadata block of a FLAC file, and the offset of its audio. */
export interface FlacHeader {
  sampleRateHz: number;
  frameSamples: number;
  /** Samples per channel. */
  samples: number;
  firstByte: number;
  streamInfo: Uint8Array;
}

/** Reads the header and skips pictures and other blocks; null if the file is not FLAC. @throws UnplayableError */
export async function readFlacHeader(
  source: Source,
  head: Uint8Array,
  signal: AbortSignal,
): Promise<FlacHeader | null> {
  if (ascii(head, 0, 4) !== 'fLaC' || head.length < 8 + STREAM_INFO_BYTES) return null;
  const streamInfo = head.slice(8, 8 + STREAM_INFO_BYTES);
  const view = new DataView(streamInfo.buffer);
  const [shortest, frameSamples] = [view.getUint16(0), view.getUint16(2)];
  const rates = view.getUint32(10);
  const samples = (rates & 0xf) * 2 ** 32 + view.getUint32(14);
  if (shortest !== frameSamples || samples === 0) throw new UnplayableError('Frames of many lengths');
  let at = 4;
  for (let isLast = false; !isLast;) {
    const block =
      at + 4 <= head.length ? head.subarray(at, at + 4) : new Uint8Array(await source.read(at, at + 4, signal));
    const [kind = 0x80, high = 0, middle = 0, low = 0] = block;
    isLast = kind >= 0x80;
    at += 4 + high * 65536 + middle * 256 + low;
  }
  return { sampleRateHz: rates >>> 12, frameSamples, samples, firstByte: at, streamInfo };
}

const crcTable = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ CRC8_POLYNOMIAL : crc << 1;
  return crc;
});

/** Number of the frame whose header begins at `at`; null if there is no complete header. */
export function frameAt(bytes: Uint8Array, at: number, { streamInfo }: FlacHeader): number | null {
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0xf8) return null;
  const [sizes = 0, form = 0] = bytes.subarray(at + 2, at + 4);
  if (sizes >> 4 === 0 || (sizes & 0xf) === 0xf || form >> 4 > 10 || form & 1) return null;
  const channels = ((streamInfo[12]! >> 1) & 7) + 1;
  if ((form >> 4 < 8 ? (form >> 4) + 1 : 2) !== channels) return null;
  const number = numberAt(bytes, at + 4);
  if (!number) return null;
  const end = number.end + (sizes >> 4 === 6 ? 1 : sizes >> 4 === 7 ? 2 : 0) + rateBytes(sizes & 0xf);
  if (end >= bytes.length || end - at > LONGEST_FRAME_HEADER) return null;
  let crc = 0;
  for (let index = at; index < end; index++) crc = crcTable[crc ^ bytes[index]!]!;
  return crc === bytes[end] ? number.value : null;
}

const rateBytes = (code: number): number => (code === 12 ? 1 : code === 13 || code === 14 ? 2 : 0);

/** Reads a number of up to 31 bits in UTF-8 encoding. */
function numberAt(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return { value: first, end: at + 1 };
  const more = Math.clz32(~(first << 24)) - 1;
  if (more < 1 || more > 5) return null;
  let value = first & (0x3f >> more);
  for (let index = 1; index <= more; index++) {
    const byte = bytes[at + index] ?? 0;
    if (byte >> 6 !== 2) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, end: at + 1 + more };
}

/** Builds a FLAC file of these frames; `samples` counts per channel. */
export function smallFlac({ streamInfo }: FlacHeader, frames: Uint8Array, samples: number): ArrayBuffer {
  const file = new Uint8Array(8 + STREAM_INFO_BYTES + frames.length);
  file.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, STREAM_INFO_BYTES]);
  file.set(streamInfo, 8);
  file.set(frames, 8 + STREAM_INFO_BYTES);
  const view = new DataView(file.buffer, 8);
  view.setUint8(13, (view.getUint8(13) & 0xf0) | Math.floor(samples / 2 ** 32));
  view.setUint32(14, samples % 2 ** 32);
  // Clears the MD5 sum: it covers the whole audio, not this part.
  file.fill(0, 8 + 18, 8 + STREAM_INFO_BYTES);
  return file.buffer;
}
