import type { Item } from './items.js';

/** Weights by kind of evidence, and the two numbers that turn a probability into a calibrated confidence. */
export interface Model {
  weights: Readonly<Record<string, number>>;
  calibration: { a: number; b: number };
}

/** Log-odds of a candidate against 'no slot'. */
export function scoreOf(items: readonly Item[], weights: Model['weights']): number {
  let score = 0;
  for (const item of items) score += (weights[item.kind] ?? 0) * item.value;
  return score;
}

/** Probabilities of one file's candidates, 'no slot' (score 0) being the last of them. */
export function probabilities(scores: readonly number[]): number[] {
  const top = Math.max(0, ...scores);
  const powers = [...scores, 0].map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** No reading is beyond doubt. */
const CERTAIN = 99;

/** Confidence, 0 to 100, of a suggestion whose probability is `p`. */
export function confidenceOf(p: number, { a, b }: Model['calibration']): number {
  const clipped = Math.min(1 - 1e-6, Math.max(1e-6, p));
  return Math.min(CERTAIN, Math.round(100 / (1 + Math.exp(-(a + b * Math.log(clipped / (1 - clipped)))))));
}
