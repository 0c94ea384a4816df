// npm run fit:suggest: fits the engine's weights on dev.json and writes services/engine/evidence/weights.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EvidenceKind, KINDS } from '../../services/engine/evidence/kinds.js';
import { calibrate, CALIBRATED_ON } from './calibrate.js';
import { type Corpus, readCorpus } from './corpus.js';
import { crossValidate, fitWeights, outcomes, prepareCorpus, prepareForCalibration } from './train.js';

const stored = (name: string): Corpus => readCorpus(fileURLToPath(new URL(name, import.meta.url)));
const corpus = stored('dev.json');
const { held } = crossValidate(corpus);
const weights = fitWeights(prepareCorpus(corpus));
const others = CALIBRATED_ON.flatMap((name) => outcomes(prepareForCalibration(stored(name)), weights));
const { a, b, traits } = calibrate([...held, ...others]);

const rows = (Object.keys(KINDS) as EvidenceKind[]).map(
  (kind) => `  '${kind}': ${weights[kind].toFixed(2).replace(/0$/, '')},`,
);
const table = `// Written by npm run fit:suggest (bench/suggest/fit.ts) from bench/suggest/dev.json; not to be edited by hand.
import type { EvidenceKind } from './kinds.js';

/** Log-odds per unit of evidence, by kind; for doubt. and competition. the share of a claim that they take. */
export const WEIGHTS: Readonly<Record<EvidenceKind, number>> = {
${rows.join('\n')}
};

/** Confidence = sigmoid(a + b · logit(probability) + traits), fitted on choices in batches that the weights had not seen. */
export const CALIBRATION = {
  a: ${a},
  b: ${b},
  traits: {
${Object.entries(traits)
  .map(([name, value]) => `    ${name}: ${value},`)
  .join('\n')}
  },
};
`;
writeFileSync(fileURLToPath(new URL('../../services/engine/evidence/weights.ts', import.meta.url)), table);
console.log(`${rows.length} weights written, calibration a = ${a}, b = ${b}`);
