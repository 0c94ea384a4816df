import type { Item } from '../evidence/items.js';
import type { EvidenceKind, VetoKind } from '../evidence/kinds.js';

/** How a probability becomes a confidence: sigmoid(a + b · logit(probability) + the weights of its traits). */
export interface Calibration {
  a: number;
  b: number;
  traits: Readonly<Record<string, number>>;
}

/** Weights by kind of evidence, and the mapping from their sum to a confidence. */
export interface Model {
  weights: Readonly<Record<EvidenceKind, number>>;
  calibration: Calibration;
  /** kinds that are left out, to see what they decide */
  without?: ReadonlySet<EvidenceKind | VetoKind>;
}

/** Log-odds of a candidate against 'no slot'. */
export function scoreOf(items: readonly Item[], weights: Model['weights']): number {
  let score = 0;
  for (const item of items) score += weights[item.kind] * item.value;
  return score;
}

/** Probabilities of one file's candidates; 'no slot' (score 0) is the last one. */
export function probabilities(scores: readonly number[]): number[] {
  const top = Math.max(0, ...scores);
  const powers = [...scores, 0].map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** No reading is certain. */
const CERTAIN = 99;

export const logitOf = (p: number): number => {
  const clipped = Math.min(1 - 1e-6, Math.max(1e-6, p));
  return Math.log(clipped / (1 - clipped));
};

/** Confidence, 0 to 100, of a suggestion whose probability is `p` and whose evidence has these traits. */
export function confidenceOf(
  p: number,
  traits: Readonly<Record<string, number>>,
  { a, b, ...map }: Calibration,
): number {
  let odds = a + b * logitOf(p);
  for (const trait in traits) odds += (map.traits[trait] ?? 0) * (traits[trait] ?? 0);
  return Math.min(CERTAIN, Math.round(100 / (1 + Math.exp(-odds))));
}
