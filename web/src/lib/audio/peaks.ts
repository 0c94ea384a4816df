const MAGIC = 0x314b504c; // 'LPK1' read as a little-endian number
const HEADER_BYTES = 12;
const FULL_SCALE = 127;

/** Int8 pairs of minimum and maximum; 127 is full scale. */
export interface Peaks {
  pairsPerSecond: number;
  pairs: Int8Array;
}

/** The data is not a complete waveform. */
export class PeaksError extends Error {}

/**
 * Reads a stored waveform: 'LPK1', pairs per second (uint32 LE), number of pairs (uint32 LE), then the pairs.
 * @throws PeaksError
 */
export function decodePeaks(buffer: ArrayBuffer): Peaks {
  const view = new DataView(buffer);
  if (buffer.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new PeaksError('Not a waveform');
  const count = view.getUint32(8, true);
  if (buffer.byteLength !== HEADER_BYTES + 2 * count) throw new PeaksError('The waveform is incomplete');
  return { pairsPerSecond: view.getUint32(4, true), pairs: new Int8Array(buffer, HEADER_BYTES, 2 * count) };
}

/** Below this share of full scale the audio counts as silence and is drawn flat. */
const SILENCE = 2 / FULL_SCALE;

/**
 * Heights of 0 to 1 for a number of bars. A bar is the mean of the peaks it covers, not their maximum, so that a loud
 * master keeps its dynamics. The tallest bar has full height, so that quiet audio can be read too.
 */
export function barsOf({ pairs }: Peaks, count: number): number[] {
  const total = pairs.length / 2;
  if (total === 0) return Array.from({ length: count }, () => 0);
  const bars = Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * total) / count);
    const end = Math.max(start + 1, Math.floor(((bar + 1) * total) / count));
    let sum = 0;
    for (let pair = start; pair < end; pair++) {
      sum += Math.max(-(pairs[2 * pair] ?? 0), pairs[2 * pair + 1] ?? 0);
    }
    return Math.min(1, Math.max(0, sum / (end - start) / FULL_SCALE));
  });
  const tallest = Math.max(...bars);
  return tallest > SILENCE ? bars.map((height) => height / tallest) : bars;
}
