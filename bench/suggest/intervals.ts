import type { Corpus, Scenario } from './corpus.js';
import { Draw } from './draw.js';
import type { Predictions } from './figures.js';
import { score } from './score.mjs';

const RESAMPLES = 1000;
/** Share of the resamples outside the interval at either end. */
const TAIL = 0.025;

interface Counts {
  withTruth: number;
  top1: number;
  auto: number;
  autoRight: number;
  p90: number;
  p90r: number;
}

const KEYS = ['withTruth', 'top1', 'auto', 'autoRight', 'p90', 'p90r'] as const;
const RATES: [name: string, part: keyof Counts, whole: keyof Counts][] = [
  ['top-1', 'top1', 'withTruth'],
  ['precision', 'autoRight', 'auto'],
  ['recall', 'autoRight', 'withTruth'],
  ['above 90', 'p90r', 'p90'],
];

const sum = (counts: readonly Counts[]): Counts =>
  Object.fromEntries(
    KEYS.map((key) => [key, counts.reduce((total, each) => total + each[key], 0)]),
  ) as unknown as Counts;

const rate = (counts: Counts, part: keyof Counts, whole: keyof Counts): number | null =>
  counts[whole] > 0 ? counts[part] / counts[whole] : null;

const percent = (value: number): string => (100 * value).toFixed(1);

/**
 * A rate with its 95 % interval. Batches are resampled, not files, because the files of a batch come from one studio.
 */
function withInterval(batches: readonly Counts[], part: keyof Counts, whole: keyof Counts): string {
  const value = rate(sum(batches), part, whole);
  if (value === null) return '–';
  const draw = new Draw(batches.length);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    rate(sum(batches.map(() => draw.pick(batches))), part, whole),
  ).filter((each) => each !== null);
  drawn.sort((a, b) => a - b);
  const at = (share: number): number => drawn[Math.floor(share * (drawn.length - 1))] ?? value;
  return `${percent(value)} % (${percent(at(TAIL))}–${percent(at(1 - TAIL))})`;
}

const SIZES: [name: string, isIn: (scenario: Scenario) => boolean][] = [
  ['all batches', () => true],
  ['of one or two files', ({ files }) => files.length <= 2],
  ['of three to nine', ({ files }) => files.length > 2 && files.length < 10],
  ['of ten and more', ({ files }) => files.length >= 10],
  ['lengths known', ({ tracks }) => tracks.some(({ durationSeconds }) => durationSeconds)],
  ['lengths unknown', ({ tracks }) => !tracks.some(({ durationSeconds }) => durationSeconds)],
];

/** Prints a corpus' figures by the size of its batches, with and without lengths, with intervals over batches. */
export function printIntervals(name: string, corpus: Corpus, predictions: Predictions): void {
  const counts = new Map(corpus.scenarios.map((each) => [each, score({ scenarios: [each] }, predictions) as Counts]));
  console.log(`\n${name.padEnd(34)} ${RATES.map(([rateName]) => rateName.padEnd(22)).join('')}`);
  for (const [size, isIn] of SIZES) {
    const batches = corpus.scenarios.filter(isIn).map((each) => counts.get(each)!);
    if (batches.length === 0) continue;
    const figures = RATES.map(([, part, whole]) => withInterval(batches, part, whole).padEnd(22)).join('');
    console.log(`  ${`${size} (${batches.length})`.padEnd(32)} ${figures}`);
  }
}
