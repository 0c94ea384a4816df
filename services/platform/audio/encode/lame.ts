/** LAME 3.100 scales its input at a constant rate by this factor, from this many bits per second on (presets.c). */
const SCALES: readonly [bitRate: number, scale: number][] = [
  [256_000, 1],
  [224_000, 0.98],
  [192_000, 0.97],
  [0, 0.95],
];

/** Decibels by which a sound must be louder in front of LAME, so that it keeps its level. `bitRate`: bits per second. */
export const dbBeforeLame = (bitRate: number): number => -20 * Math.log10(SCALES.find(([from]) => bitRate >= from)![1]);
