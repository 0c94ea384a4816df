import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readCorpus } from './corpus.js';
import { predict } from './predict.js';
import { score } from './score.mjs';
import { applyVariant, VARIANTS } from './variants.js';

const SAME_WITHIN_TWO_POINTS = [
  'lower-case names',
  'decomposed umlauts (NFD)',
  'studio prefix “NRL_”',
  'studio prefix “Halden Mastering - ”',
];

describe.each(['dev.json', 'trial.json'])('%s', (name) => {
  const corpus = readCorpus(fileURLToPath(new URL(name, import.meta.url)));
  const rates = (
    variant: string,
  ): { top1: number; precision: number; recall: number; above90: number; ece: number } => {
    const changed = applyVariant(corpus, VARIANTS[variant] ?? ((scenario) => scenario));
    const figures = score(changed, predict(changed));
    return {
      top1: figures.top1 / figures.withTruth,
      precision: figures.autoRight / figures.auto,
      recall: figures.autoRight / figures.withTruth,
      above90: figures.p90r / figures.p90,
      ece: figures.ece,
    };
  };

  it('meets the targets', () => {
    const { top1, precision, recall, above90, ece } = rates('');
    expect(top1).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.88);
    expect(above90).toBeGreaterThanOrEqual(0.99);
    expect(ece).toBeLessThanOrEqual(0.04);
  });

  it.each(SAME_WITHIN_TWO_POINTS)('does so within two points with %s', (variant) => {
    const [plain, changed] = [rates(''), rates(variant)];
    expect(changed.top1).toBeGreaterThanOrEqual(plain.top1 - 0.02);
    expect(changed.precision).toBeGreaterThanOrEqual(plain.precision - 0.02);
    expect(changed.recall).toBeGreaterThanOrEqual(plain.recall - 0.02);
  });
});
