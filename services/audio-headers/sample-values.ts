import type { SampleFormat } from './sample-format.js';

/** Reads the sample at a byte as a number from −1 to 1; floats may be anything. */
export type ReadSample = (view: DataView, at: number) => number;

/** Null for samples that are not plain numbers. */
export function sampleReader({ encoding, storedBits, littleEndian, isSigned }: SampleFormat): ReadSample | null {
  if (encoding === 'other') return null;
  if (encoding === 'float') {
    if (storedBits === 64) return (view, at) => view.getFloat64(at, littleEndian);
    return storedBits === 32 ? (view, at) => view.getFloat32(at, littleEndian) : null;
  }
  if (storedBits === 8)
    return isSigned ? (view, at) => view.getInt8(at) / 2 ** 7 : (view, at) => view.getUint8(at) / 2 ** 7 - 1;
  if (storedBits === 16) return (view, at) => view.getInt16(at, littleEndian) / 2 ** 15;
  if (storedBits === 32) return (view, at) => view.getInt32(at, littleEndian) / 2 ** 31;
  if (storedBits !== 24) return null;
  const [low, high] = littleEndian ? [0, 2] : [2, 0];
  return (view, at) =>
    ((view.getInt8(at + high) << 16) | (view.getUint8(at + 1) << 8) | view.getUint8(at + low)) / 2 ** 23;
}
