import { type ByteSource, viewOf } from './byte-source.js';

/** The last frame is searched in the last bytes, in more of them if it is not there. One of the largest has 2 MB. */
const WINDOWS = [1 << 16, 1 << 22];
/** Bytes that look like a frame's header but are not are rare. */
const MAX_TRIED = 64;
const LONGEST_HEADER = 16;

/** STREAMINFO, the first block of a FLAC: its bits per sample, less one, are 5 bits that begin here (RFC 9639 §8.2). */
const bitsIn = (info: Uint8Array): number => ((viewOf(info).getUint16(12) >> 4) & 0x1f) + 1;

/**
 * Where the last whole frame of a FLAC ends, at `to` or before it: other bytes may follow, which decoders refuse. Frames
 * have no length, so the last one is read bit by bit, and its checksum compared. Null if 4 MB have none.
 */
export async function flacFramesEnd(
  source: Pick<ByteSource, 'read'>,
  info: Uint8Array,
  from: number,
  to: number,
): Promise<number | null> {
  for (const length of WINDOWS) {
    const start = Math.max(from, to - length);
    const bytes = await source.read(start, to - start);
    let tried = 0;
    for (let at = bytes.length - 2; at >= 0 && tried < MAX_TRIED; at--) {
      if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xfe) !== 0xf8) continue;
      const frame = headerAt(bytes, at, bitsIn(info));
      if (!frame) continue;
      const end = frameEnd(bytes, frame);
      // The sum over a frame and its own checksum is 0.
      if (end !== null && crc16(bytes.subarray(at, end)) === 0) return start + end;
      tried++;
    }
    if (start === from) break;
  }
  return null;
}

interface FrameHeader {
  /** Where the first subframe begins. */
  from: number;
  samples: number;
  /** Bits per sample of each subframe: a difference of channels has one more. */
  bits: number[];
}

const SAMPLE_BITS = [null, 8, 12, undefined, 16, 20, 24, 32];

/** A frame's header that has the right checksum (RFC 9639 §9.1); null if there is none. */
function headerAt(bytes: Uint8Array, start: number, streamBits: number): FrameHeader | null {
  const [sizeAndRate = 0, channelsAndBits = 0, number = 0] = bytes.subarray(start + 2, start + 5);
  const [sizeCode, rateCode, channelCode] = [sizeAndRate >> 4, sizeAndRate & 0xf, channelsAndBits >> 4];
  const sampleBits = SAMPLE_BITS[(channelsAndBits >> 1) & 7];
  if (sizeCode === 0 || rateCode === 0xf || channelCode > MID_SIDE || sampleBits === undefined) return null;
  let at = start + 4 + Math.max(1, Math.clz32(~(number << 24)));
  const sizeBytes = SIZE_FOLLOWS[sizeCode] ?? 0;
  const written = bytes.subarray(at, at + sizeBytes).reduce((sum, byte) => (sum << 8) | byte, 0);
  const samples = sizeBytes > 0 ? written + 1 : samplesOf(sizeCode);
  at += sizeBytes;
  at += RATE_FOLLOWS[rateCode] ?? 0;
  if (at - start > LONGEST_HEADER || at >= bytes.length || crc8(bytes.subarray(start, at + 1)) !== 0) return null;
  const depth = sampleBits ?? streamBits;
  const bits = new Array<number>(channelCode < LEFT_SIDE ? channelCode + 1 : 2).fill(depth);
  if (channelCode >= LEFT_SIDE) bits[channelCode === SIDE_RIGHT ? 0 : 1]!++;
  return { from: at + 1, samples, bits };
}

const LEFT_SIDE = 8;
const SIDE_RIGHT = 9;
const MID_SIDE = 10;
/** Bytes after the number that the codes announce. */
const SIZE_FOLLOWS: Record<number, number> = { 6: 1, 7: 2 };
const RATE_FOLLOWS: Record<number, number> = { 12: 1, 13: 2, 14: 2 };

/** Samples per channel of a code behind which they do not follow. */
function samplesOf(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 144 << code : 1 << code;
}

/** Where a frame ends with its checksum (RFC 9639 §9.2 and §9.3); null if it is not one or goes on behind the bytes. */
function frameEnd(bytes: Uint8Array, { from, samples, bits }: FrameHeader): number | null {
  const reader = new Bits(bytes, from);
  for (const each of bits) if (!skipSubframe(reader, samples, each)) return null;
  const end = Math.ceil(reader.at / 8) + 2;
  return end <= bytes.length ? end : null;
}

const VERBATIM = 1;
const FIXED = 8;
const MOST_FIXED = 12;
const LINEAR = 32;

/** Whether there is one. */
function skipSubframe(reader: Bits, samples: number, depth: number): boolean {
  const type = reader.read(7);
  const bits = reader.read(1) ? depth - 1 - reader.zeros() : depth;
  if (bits < 1) return false;
  if (type <= VERBATIM) return reader.skip(type === VERBATIM ? samples * bits : bits);
  const isFixed = type >= FIXED && type <= MOST_FIXED;
  if (!isFixed && (type < LINEAR || type >= 2 * LINEAR)) return false;
  const order = isFixed ? type - FIXED : type - LINEAR + 1;
  reader.skip(order * bits);
  if (!isFixed) {
    const precision = reader.read(4) + 1;
    reader.skip(5 + order * precision);
  }
  return skipResidual(reader, samples, order);
}

/** Partitions of numbers in Rice's code, or of a fixed length. */
function skipResidual(reader: Bits, samples: number, order: number): boolean {
  const method = reader.read(2);
  if (method > 1) return false;
  const parameterBits = 4 + method;
  const isPlain = 2 ** parameterBits - 1;
  const partitions = 2 ** reader.read(4);
  for (let partition = 0; partition < partitions; partition++) {
    const count = samples / partitions - (partition === 0 ? order : 0);
    if (!Number.isInteger(count) || count < 0) return false;
    const parameter = reader.read(parameterBits);
    if (parameter === isPlain) reader.skip(reader.read(5) * count);
    for (let left = parameter === isPlain ? 0 : count; left > 0; left--) {
      reader.zeros();
      if (!reader.skip(parameter)) return false;
    }
  }
  return reader.skip(0);
}

/** Reads bits, the highest of each byte first. */
class Bits {
  private readonly bytes: Uint8Array;
  /** Position in bits. */
  at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes;
    this.at = 8 * from;
  }

  /** A number of at most 8 bits. */
  read(count: number): number {
    const byte = this.at >> 3;
    const pair = ((this.bytes[byte] ?? 0) << 8) | (this.bytes[byte + 1] ?? 0);
    const value = (pair >> (16 - (this.at & 7) - count)) & (2 ** count - 1);
    this.at += count;
    return value;
  }

  /** Whether the bits are there. */
  skip(count: number): boolean {
    this.at += count;
    return this.at <= 8 * this.bytes.length;
  }

  /** Steps over zeros and the one after them; how many zeros there were. */
  zeros(): number {
    const from = this.at;
    let byte = from >> 3;
    let rest = (this.bytes[byte] ?? 0) & (0xff >> (from & 7));
    while (rest === 0 && byte < this.bytes.length) rest = this.bytes[++byte] ?? 0;
    const one = 8 * byte + Math.clz32(rest) - 24;
    this.at = one + 1;
    return one - from;
  }
}

/** Checksums of RFC 9639: the remainder of a division by the polynomial, without its highest bit. */
function checksum(bits: 8 | 16, polynomial: number): (bytes: Uint8Array) => number {
  const [highest, mask] = [2 ** (bits - 1), 2 ** bits - 1];
  const table = Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ (value & highest ? polynomial : 0)) & mask;
    return value;
  });
  return (bytes) => bytes.reduce((sum, byte) => ((sum << 8) & mask) ^ table[(sum >> (bits - 8)) ^ byte]!, 0);
}

const crc8 = checksum(8, 0x07);
const crc16 = checksum(16, 0x8005);
