import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Corpus, readCorpus } from './corpus.js';
import { answeredRules, predict } from './predict.js';
import { score } from './score.mjs';
import { applyVariant, VARIANTS } from './variants.js';

const SAME_WITHIN_TWO_POINTS = [
  'lower-case names',
  'decomposed umlauts (NFD)',
  'studio prefix “NRL_”',
  'studio prefix “Halden Mastering - ”',
  'engineer’s “ (HM Master)” behind',
  'letters of a title changed places',
];

interface Rates {
  top1: number;
  precision: number;
  recall: number;
  above90: number;
  ece: number;
}

const stored = (name: string): Corpus => readCorpus(fileURLToPath(new URL(name, import.meta.url)));

/**
 * After the studio has answered its questions: the labels count every use of a format as right if it is the only one.
 */
function ratesOf(corpus: Corpus): Rates {
  const figures = score(corpus, predict(corpus, undefined, answeredRules));
  return {
    top1: figures.top1 / figures.withTruth,
    precision: figures.autoRight / figures.auto,
    recall: figures.autoRight / figures.withTruth,
    above90: figures.p90r / figures.p90,
    ece: figures.ece,
  };
}

it.each(['dev.json', 'field.json', 'road.json', 'trial.json', 'week.json'])('%s meets the targets', (name) => {
  const { top1, precision, recall, above90, ece } = ratesOf(stored(name));
  expect(top1).toBeGreaterThanOrEqual(0.95);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  expect(recall).toBeGreaterThanOrEqual(0.88);
  expect(above90).toBeGreaterThanOrEqual(0.99);
  expect(ece).toBeLessThanOrEqual(0.03);
});

it.each(['dev.json', 'week.json', 'open.json', 'small.json', 'third.json'])(
  '%s holds back rather than guesses where nothing is answered',
  (name) => {
    const corpus = stored(name);
    const figures = score(corpus, predict(corpus));
    expect(figures.autoRight / figures.auto).toBeGreaterThanOrEqual(0.99);
    expect(figures.autoRight / figures.withTruth).toBeGreaterThanOrEqual(0.84);
  },
);

it.each([
  'trust.json',
  'unread.json',
  'open.json',
  'small.json',
  'small-unread.json',
  'third.json',
  'independent.json',
])('%s gets no confident wrong suggestion', (name) => {
  const { top1, precision, recall, above90 } = ratesOf(stored(name));
  expect(top1).toBeGreaterThanOrEqual(0.985);
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.93);
  expect(above90).toBeGreaterThanOrEqual(0.99);
});

describe.each(['dev.json', 'field.json'])('%s', (name) => {
  const corpus = stored(name);
  let plain: Rates;
  beforeAll(() => {
    plain = ratesOf(corpus);
  });

  it.each(SAME_WITHIN_TWO_POINTS)('does so within two points with %s', (variant) => {
    const changed = ratesOf(applyVariant(corpus, VARIANTS[variant]!));
    expect(changed.top1).toBeGreaterThanOrEqual(plain.top1 - 0.02);
    expect(changed.precision).toBeGreaterThanOrEqual(plain.precision - 0.02);
    expect(changed.recall).toBeGreaterThanOrEqual(plain.recall - 0.02);
  });
});
