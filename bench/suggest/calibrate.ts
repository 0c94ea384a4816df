import { type Calibration, logitOf } from '../../services/engine/decision/model.js';

/** Confidence is also calibrated on these corpora, because the weights have not seen them. */
export const CALIBRATED_ON = ['field.json', 'road.json', 'trial.json', 'trust.json'];

/** First choices with their probability: the data for calibration. */
export interface Outcome {
  scenario: string;
  share: number;
  probability: number;
  traits: Record<string, number>;
  right: boolean;
}

/** Weights, in files, of two prior assumptions: that calibration is not needed, and that a trait has no effect. */
const CAUTION = 20;
const TRAIT_CAUTION = 4;

/** Solves a · x = b for a symmetric positive matrix (Gauss). */
function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]!]);
  for (let i = 0; i < n; i++) {
    const pivot = m.slice(i).reduce((best, row, k) => (Math.abs(row[i]!) > Math.abs(m[best]![i]!) ? i + k : best), i);
    [m[i], m[pivot]] = [m[pivot]!, m[i]!];
    for (let r = 0; r < n; r++) {
      if (r === i) continue;
      const factor = m[r]![i]! / m[i]![i]!;
      for (let c = i; c <= n; c++) m[r]![c]! -= factor * m[i]![c]!;
    }
  }
  return m.map((row, i) => row[n]! / row[i]!);
}

/**
 * Logistic calibration on log-odds and traits (Platt 1999), by Newton's method, with a prior that favours no change.
 */
export function calibrate(rows: readonly Outcome[]): Calibration {
  const names = [...new Set(rows.flatMap(({ traits }) => Object.keys(traits)))].sort();
  const points = rows.map(({ probability, traits }) => [
    1,
    logitOf(probability),
    ...names.map((name) => traits[name] ?? 0),
  ]);
  const prior = [0, 1, ...names.map(() => 0)];
  const caution = [CAUTION, CAUTION, ...names.map(() => TRAIT_CAUTION)];
  let at = [...prior];
  for (let step = 0; step < 30; step++) {
    const gradient = at.map((value, i) => -(value - prior[i]!) * caution[i]!);
    const curve = at.map((_, i) => at.map((__, j) => (i === j ? caution[i]! : 0)));
    points.forEach((point, r) => {
      const { share, right } = rows[r]!;
      const q = 1 / (1 + Math.exp(-point.reduce((sum, value, i) => sum + value * at[i]!, 0)));
      const error = share * ((right ? 1 : 0) - q);
      const weight = share * q * (1 - q);
      for (let i = 0; i < point.length; i++) {
        if (point[i] === 0) continue;
        gradient[i]! += error * point[i]!;
        for (let j = 0; j < point.length; j++) curve[i]![j]! += weight * point[i]! * point[j]!;
      }
    });
    const move = solve(curve, gradient);
    at = at.map((value, i) => value + Math.max(-1, Math.min(1, move[i]!)));
  }
  const [a, b, ...traits] = at.map((value) => Number(value.toFixed(3)));
  return { a: a!, b: b!, traits: Object.fromEntries(names.map((name, i) => [name, traits[i]!])) };
}
