import type { Corpus } from './corpus.js';
import { answeredRules, predict } from './predict.js';
import { score } from './score.mjs';

/** Batches of at most this size are what most engineers drop on most days. */
const SMALL = 3;

const percent = (part: number, whole: number): string =>
  (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–').padStart(8);

function figuresOf(corpus: Corpus, answered: boolean): string {
  const predictions = predict(corpus, undefined, answered ? answeredRules : undefined);
  const { autoRight, auto, withTruth, ece } = score(corpus, predictions);
  return `${percent(autoRight, auto)}${percent(autoRight, withTruth)}  ${ece.toFixed(3)}`;
}

/**
 * For every corpus, the precision above 70, the recall and the calibration error: as suggested, once all questions are
 * answered correctly, and for batches of up to three files.
 */
export function printTable(corpora: readonly { name: string; corpus: Corpus }[]): void {
  const group = 'precis.  recall    ECE'.padStart(25);
  const title = (text: string): string => text.padStart(25);
  console.log(
    `\n${''.padEnd(20)}${title('as suggested')}${title('answered')}${title('up to 3 files')}${title('answered')}`,
  );
  console.log(`${''.padEnd(20)}${group.repeat(4)}    questions a batch`);
  for (const { name, corpus } of corpora) {
    const small = { scenarios: corpus.scenarios.filter(({ files }) => files.length <= SMALL) };
    const cells = [corpus, small].flatMap((each) => [false, true].map((answered) => `  ${figuresOf(each, answered)}`));
    const questions = corpus.scenarios.reduce((sum, scenario) => sum + answeredRules(scenario).length, 0);
    const each = (questions / Math.max(1, corpus.scenarios.length)).toFixed(2);
    console.log(`${name.padEnd(20)}${cells.map((cell) => cell.padStart(25)).join('')}    ${each}`);
  }
}
