import { viewOf } from './byte-source.js';
import { ascii } from './containers.js';

/** The format of interleaved samples. */
export interface SampleFormat {
  channels: number;
  /** Null if a damaged chunk of AIFF ends before it. */
  sampleRateHz: number | null;
  /** Bits in use, and the bits that a sample occupies in the file. */
  validBits: number;
  storedBits: number;
  /** `other` is compressed. */
  encoding: 'integer' | 'float' | 'other';
  littleEndian: boolean;
  /** WAVE's speaker mask; 0 if it names none, or in AIFF. */
  speakerMask: number;
}

/** Bytes of a sample frame; 0 for compressed samples. */
export const frameBytesOf = ({ channels, storedBits, encoding }: SampleFormat): number =>
  encoding === 'other' ? 0 : (channels * storedBits) / 8;

/** Sample frames in a range of samples; null for compressed ones. */
export function framesIn(format: SampleFormat, bytes: number): number | null {
  const frameBytes = frameBytesOf(format);
  return frameBytes === 0 ? null : Math.floor(bytes / frameBytes);
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const encodingOf = (tag: number) => (tag === PCM ? 'integer' : tag === FLOAT ? 'float' : 'other');

/** WAVE_FORMAT_EXTENSIBLE states how many bits of its container are valid; plain formats use them all. */
export function waveFormat(chunk: Uint8Array): SampleFormat | null {
  if (chunk.length < 16) return null;
  const view = viewOf(chunk);
  const bits = view.getUint16(14, true);
  const isExtensible = view.getUint16(0, true) === EXTENSIBLE && chunk.length >= 26;
  const valid = isExtensible ? view.getUint16(18, true) : 0;
  return {
    channels: view.getUint16(2, true),
    sampleRateHz: view.getUint32(4, true),
    validBits: valid > 0 && valid <= bits ? valid : bits,
    storedBits: Math.ceil(bits / 8) * 8,
    encoding: encodingOf(view.getUint16(isExtensible ? 24 : 0, true)),
    littleEndian: true,
    speakerMask: isExtensible ? view.getUint32(20, true) : 0,
  };
}

/** AIFC compression types for integer samples; AIFF has no compression type. */
const PLAIN = new Set(['', 'NONE', 'twos', 'sowt', 'in24', 'in32']);

/** AIFF's common chunk; the sample rate is an 80-bit float. */
export function aiffFormat(common: Uint8Array): SampleFormat {
  const view = viewOf(common);
  const bits = view.getUint16(6);
  const compression = ascii(common, 18, 22);
  return {
    channels: view.getUint16(0),
    sampleRateHz: common.length < 18 ? null : extended(view, 8),
    validBits: bits,
    storedBits: Math.ceil(bits / 8) * 8,
    encoding: PLAIN.has(compression) ? 'integer' : /^fl(32|64)$/i.test(compression) ? 'float' : 'other',
    littleEndian: compression === 'sowt',
    speakerMask: 0,
  };
}

/** An 80-bit float (IEEE 754 double extended). */
const extended = (view: DataView, at: number): number =>
  Number(view.getBigUint64(at + 2)) * 2 ** ((view.getUint16(at) & 0x7fff) - 16383 - 63);
