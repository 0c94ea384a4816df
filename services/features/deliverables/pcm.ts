export interface SampleWidth {
  /** Bytes of one sample. */
  bytes: number;
  float: boolean;
}

/** A little-endian sample of 16 to 32 bits, or a float, with full scale = 1. */
export function sampleAt(bytes: Buffer, from: number, { bytes: width, float }: SampleWidth): number {
  if (float) return width === 8 ? bytes.readDoubleLE(from) : bytes.readFloatLE(from);
  return width === 3 ? bytes.readIntLE(from, 3) / 0x800000 : bytes.readIntLE(from, width) / 2 ** (8 * width - 1);
}
