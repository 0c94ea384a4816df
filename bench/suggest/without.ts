import { readBatch } from '../../services/engine/batch/read-batch.js';
import { gatherCandidates } from '../../services/engine/decision/candidates.js';
import type { Model } from '../../services/engine/decision/model.js';
import { type EvidenceKind, KINDS, VETOES, type VetoKind } from '../../services/engine/evidence/kinds.js';
import { FITTED } from '../../services/engine/suggest.js';
import { AUTO_ASSIGN_ABOVE } from '../../services/engine/types.js';
import { type Corpus, engineInput, type Place, type Scenario } from './corpus.js';
import { predict } from './predict.js';

type Kind = EvidenceKind | VetoKind;

const ALL = [...Object.keys(KINDS), ...Object.keys(VETOES)] as Kind[];

const modelWithout = (kinds: readonly Kind[]): Model => ({
  ...FITTED,
  // Evidence from the competition between files does not come from rules.
  weights: { ...FITTED.weights, ...Object.fromEntries(kinds.filter((kind) => kind in KINDS).map((kind) => [kind, 0])) },
  without: new Set(kinds),
});

interface DecidedRow {
  name: string;
  was: string;
  is: string;
  wasRight: boolean;
  isRight: boolean;
}

/** Files of a batch whose best place, or the certainty of it, depends on the kinds. */
function decidedIn(scenario: Scenario, kinds: readonly Kind[]): DecidedRow[] {
  const corpus = { scenarios: [scenario] };
  const model = new Map([[scenario.id, modelWithout(kinds)]]);
  const [before, after] = [predict(corpus)[scenario.id]!, predict(corpus, model)[scenario.id]!];
  return scenario.files.flatMap(({ name, truth, acceptable }) => {
    const told = (best: (Place & { confidence: number }) | undefined) => {
      const isSure = best !== undefined && best.confidence > AUTO_ASSIGN_ABOVE;
      const place = best ? `${best.trackNumber} ${best.slotType.replace('_master', '')}` : 'nothing';
      const right = [...(truth ? [truth] : []), ...(acceptable ?? [])].some(
        (one) => one.trackNumber === best?.trackNumber && one.slotType === best.slotType,
      );
      return { text: `${place}${isSure ? ', assigned' : ''}`, isRight: truth === null ? !isSure : right };
    };
    const [was, is] = [told(before[name]?.[0]), told(after[name]?.[0])];
    return was.text === is.text
      ? []
      : [{ name, was: was.text, is: is.text, wasRight: was.isRight, isRight: is.isRight }];
  });
}

/** Prints the rows that are decided by a kind of evidence, or by all kinds that begin with it. */
export function printWithout(
  pattern: string,
  corpora: readonly { name: string; corpus: Corpus }[],
  most: number,
): void {
  const kinds = ALL.filter((kind) => kind === pattern || kind.startsWith(`${pattern}.`));
  if (kinds.length === 0) throw new Error(`No kind of evidence is called ${pattern}; they are in evidence/kinds.ts`);
  console.log(`without ${kinds.join(', ')}`);
  for (const { name, corpus } of corpora) {
    const rows = corpus.scenarios.flatMap((scenario) =>
      decidedIn(scenario, kinds).map((row) => ({ ...row, scenario: scenario.id })),
    );
    const count = (which: (row: DecidedRow) => boolean): number => rows.filter(which).length;
    console.log(
      `${name.padEnd(20)} decides ${rows.length} rows: ${count(({ wasRight, isRight }) => wasRight && !isRight)} are right by it, ` +
        `${count(({ wasRight, isRight }) => !wasRight && isRight)} wrong`,
    );
    for (const { scenario, name: file, was, is } of rows.slice(0, most))
      console.log(`  ${scenario} ${file}: ${was}; without ${is}`);
  }
}

/** Kinds of evidence that occur in a batch; those of competition are assumed to occur in every batch. */
function kindsIn(scenario: Scenario): Set<Kind> {
  const { project, tracks, files } = engineInput(scenario);
  const found = new Set<Kind>(ALL.filter((kind) => kind.startsWith('competition.')));
  for (const { items, vetoes, ownDoubts } of gatherCandidates(readBatch(project, tracks, files)).flat())
    for (const { kind } of [...items, ...vetoes, ...ownDoubts]) found.add(kind);
  return found;
}

/**
 * Prints the kinds that decide no row of any corpus. Kinds for audio and conventions occur only in tests, not in a
 * corpus.
 */
export function printIdle(corpora: readonly { name: string; corpus: Corpus }[]): void {
  const scenarios = corpora
    .flatMap(({ corpus }) => corpus.scenarios)
    .map((scenario) => ({ scenario, kinds: kindsIn(scenario) }));
  for (const kind of ALL) {
    const holders = scenarios.filter(({ kinds }) => kinds.has(kind));
    if (!holders.some(({ scenario }) => decidedIn(scenario, [kind]).length > 0))
      console.log(`${kind.padEnd(32)} decides nothing (found in ${holders.length} batches)`);
  }
}
