import type { Corpus, Place } from './corpus.js';
import { score } from './score.mjs';

export type Predictions = Record<
  string,
  Record<string, { trackNumber: number; slotType: string; confidence: number; reasoning: string[] }[]>
>;

interface Group {
  n: number;
  truth: number;
  top1: number;
  auto: number;
  autoRight: number;
}

export interface Figures {
  files: number;
  withTruth: number;
  top1: number;
  top3: number;
  trackOnly: number;
  slotOnly: number;
  auto: number;
  autoRight: number;
  autoWrongTruth: number;
  autoNullStrict: number;
  collisions: number;
  p90: number;
  p90r: number;
  ece: number;
  bins: [number, number, number][];
  by: Record<'difficulty' | 'slot' | 'style', Record<string, Group>>;
  errors: {
    scenario: string;
    file: string;
    truth: Place | null;
    got: (Place & { confidence: number }) | null;
    auto: boolean;
    difficulty?: string;
    why?: string;
  }[];
}

const share = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');
const place = (at: Place | null): string =>
  at ? `${at.trackNumber} ${at.slotType.replace('_master', '')}` : 'no slot';

/** One line of headline figures. */
export function headline(name: string, figures: Figures): string {
  const { top1, withTruth, autoRight, auto, p90r, p90, ece } = figures;
  return `${name.padEnd(34)} top-1 ${share(top1, withTruth).padStart(7)}   auto-assign precision ${share(autoRight, auto).padStart(7)} recall ${share(autoRight, withTruth).padStart(7)}   above 90 ${share(p90r, p90).padStart(7)}   ECE ${ece.toFixed(3)}`;
}

/** Prints the figures of a labelled corpus, per difficulty and slot, with the worst rows and the reasons given. */
export function printFigures(name: string, corpus: Corpus, predictions: Predictions, worst: number): void {
  const figures = score(corpus, predictions);
  console.log(`\n${headline(name, figures)}`);
  console.log(
    `  right track ${share(figures.trackOnly, figures.withTruth)}, right slot ${share(figures.slotOnly, figures.withTruth)}, top-3 ${share(figures.top3, figures.withTruth)}; ` +
      `assigned wrongly ${figures.autoWrongTruth}, without a slot ${figures.autoNullStrict}, twice ${figures.collisions}`,
  );
  for (const by of ['difficulty', 'slot'] as const) {
    console.log(`\n  ${by.padEnd(22)} files   top-1   auto precision   auto recall`);
    for (const [key, group] of Object.entries(figures.by[by])) {
      console.log(
        `  ${key.padEnd(22)} ${String(group.n).padStart(5)} ${share(group.top1, group.truth).padStart(7)} ${share(group.autoRight, group.auto).padStart(16)} ${share(group.autoRight, group.truth).padStart(13)}`,
      );
    }
  }
  console.log('\n  confidence   files   mean   right');
  figures.bins.forEach(([n, confidence, right], i) => {
    if (n)
      console.log(
        `  ${`${i * 10}–${i * 10 + 10}`.padEnd(12)} ${String(n).padStart(5)} ${((100 * confidence) / n).toFixed(0).padStart(6)} ${((100 * right) / n).toFixed(0).padStart(7)}`,
      );
  });
  const badness = (error: Figures['errors'][number]): number => (error.auto ? 200 : 0) + (error.got?.confidence ?? 0);
  const errors = [...figures.errors].sort((a, b) => badness(b) - badness(a)).slice(0, worst);
  if (errors.length) console.log(`\n  worst rows (${errors.length} of ${figures.errors.length})`);
  for (const error of errors) {
    console.log(
      `  ${error.scenario} ${error.file}: ${place(error.truth)}, got ${error.got ? `${place(error.got)} at ${error.got.confidence}` : 'nothing'} [${error.difficulty ?? '?'}: ${error.why ?? ''}]`,
    );
    for (const reason of predictions[error.scenario]?.[error.file]?.[0]?.reasoning ?? [])
      console.log(`      ${reason}`);
  }
}
