/** Pairs of peaks per second. */
export const PEAKS_A_SECOND = 50;

const MAGIC = 'LPK1';
const HEADER_BYTES = 12;

/**
 * The stored waveform: 12 bytes of header ('LPK1', uint32 LE pairs per second, uint32 LE number of pairs), then two
 * int8 for each fiftieth of a second: minimum and maximum over all channels; 127 is full scale.
 */
export function encodePeaks(pairs: Int8Array, pairsPerSecond: number = PEAKS_A_SECOND): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32LE(pairsPerSecond, 4);
  header.writeUInt32LE(pairs.length / 2, 8);
  return Buffer.concat([header, Buffer.from(pairs.buffer, pairs.byteOffset, pairs.byteLength)]);
}

/** Reads the output of `encodePeaks`; throws when the bytes are something else or truncated. */
export function decodePeaks(bytes: Uint8Array): { pairsPerSecond: number; pairs: Int8Array } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES || buffer.toString('latin1', 0, 4) !== MAGIC) throw new Error('not a peaks file');
  const count = buffer.readUInt32LE(8);
  if (buffer.length !== HEADER_BYTES + 2 * count) throw new Error('peaks file of a wrong length');
  return {
    pairsPerSecond: buffer.readUInt32LE(4),
    pairs: new Int8Array(buffer.buffer, buffer.byteOffset + HEADER_BYTES, 2 * count),
  };
}
