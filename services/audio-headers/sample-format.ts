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
  /** `other` is compressed, or not known. */
  encoding: 'integer' | 'float' | 'other';
  littleEndian: boolean;
  /** Samples of 8 bits have no sign in WAVE, and in one type of AIFC. */
  isSigned: boolean;
  /** WAVE's speaker mask; 0 if it names none, or in AIFF. */
  speakerMask: number;
  /** The header's name of the encoding: a number or a GUID in WAVE, a compression type in AIFC, nothing in AIFF. */
  name: string;
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
/** The bytes of a GUID behind a format tag: Microsoft's, and those of Ambisonics. */
const TAGGED = ['000000001000800000aa00389b71', '00002107d3118644c8c1ca000000'];
const encodingOf = (tag: number) => (tag === PCM ? 'integer' : tag === FLOAT ? 'float' : 'other');

/** WAVE_FORMAT_EXTENSIBLE states how many bits of an integer's container are valid; the others use them all. */
export function waveFormat(chunk: Uint8Array): SampleFormat | null {
  if (chunk.length < 16) return null;
  const view = viewOf(chunk);
  const bits = view.getUint16(14, true);
  const isExtensible = view.getUint16(0, true) === EXTENSIBLE && chunk.length >= 26;
  const tag = view.getUint16(isExtensible ? 24 : 0, true);
  const guid = isExtensible && chunk.length >= 40 ? hex(chunk.subarray(24, 40)) : null;
  const isKnown = guid === null || TAGGED.includes(guid.slice(4));
  const channels = view.getUint16(2, true);
  // Integers of arecord, or floats of Cool Edit.
  const isAmbiguous = bits === 24 && view.getUint16(12, true) === 4 * channels;
  const encoding = isKnown && !isAmbiguous ? encodingOf(tag) : 'other';
  const valid = isExtensible && encoding === 'integer' ? view.getUint16(18, true) : 0;
  return {
    channels,
    sampleRateHz: view.getUint32(4, true),
    validBits: valid > 0 && valid <= bits ? valid : bits,
    storedBits: Math.ceil(bits / 8) * 8,
    encoding,
    littleEndian: true,
    isSigned: bits > 8,
    speakerMask: isExtensible ? view.getUint32(20, true) : 0,
    name: isKnown ? `0x${tag.toString(16).padStart(4, '0')}` : `GUID ${guid}`,
  };
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bits of integers by AIFC's compression type; 0 as the header says. AIFF has no type. */
const INTEGERS: Partial<Record<string, number>> = {
  '': 0,
  NONE: 0,
  twos: 0,
  sowt: 0,
  in24: 24,
  in32: 32,
  '42ni': 24,
  '42n1': 24,
  '23ni': 32,
  'raw ': 8,
};
const UNSIGNED = 'raw ';
/** Types of little-endian integers. QuickTime writes its others in reverse, and libsndfile one of them with a digit. */
const LITTLE_ENDIAN = new Set(['sowt', '42ni', '42n1', '23ni']);

/** AIFF's common chunk; the sample rate is an 80-bit float. */
export function aiffFormat(common: Uint8Array): SampleFormat {
  const view = viewOf(common);
  const bits = view.getUint16(6);
  const compression = ascii(common, 18, 22);
  const floatBits = /^fl(32|64)$/i.exec(compression)?.[1];
  const neededBits = Math.ceil(bits / 8) * 8;
  const storedBits = Number(floatBits ?? 0) || INTEGERS[compression] || neededBits;
  return {
    channels: view.getUint16(0),
    sampleRateHz: common.length < 18 ? null : extended(view, 8),
    // QuickTime says 16 bits of samples that have 24 or 32 by their type.
    validBits: neededBits === storedBits ? bits : storedBits,
    storedBits,
    encoding: compression in INTEGERS ? 'integer' : floatBits ? 'float' : 'other',
    littleEndian: LITTLE_ENDIAN.has(compression),
    isSigned: compression !== UNSIGNED,
    speakerMask: 0,
    name: compression,
  };
}

/** An 80-bit float (IEEE 754 double extended). */
const extended = (view: DataView, at: number): number =>
  Number(view.getBigUint64(at + 2)) * 2 ** ((view.getUint16(at) & 0x7fff) - 16383 - 63);
