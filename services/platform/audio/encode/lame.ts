/** From this many bits per second on, LAME 3.100 scales what it encodes at a constant rate by this (presets.c). */
const SCALES: readonly [bitRate: number, scale: number][] = [
  [256_000, 1],
  [224_000, 0.98],
  [192_000, 0.97],
  [0, 0.95],
];

/** The linear gain that what LAME encodes needs in front of it, so that it keeps its level. `bitRate`: bits per second. */
export const gainBeforeLame = (bitRate: number): number => 1 / SCALES.find(([from]) => bitRate >= from)![1];
