// npm run fit:suggest: fits the engine's weights on dev.json and writes services/engine/evidence/weights.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCorpus } from './corpus.js';
import { PRIORS } from './priors.js';
import { crossValidate, fitWeights, prepareCorpus } from './train.js';

const corpus = readCorpus(fileURLToPath(new URL('dev.json', import.meta.url)));
const { calibration } = crossValidate(corpus);
const weights = fitWeights(prepareCorpus(corpus));

const rows = Object.keys(PRIORS).map((kind) => `  '${kind}': ${(weights[kind] ?? 0).toFixed(2).replace(/0$/, '')},`);
const table = `// Written by npm run fit:suggest (bench/suggest/fit.ts) from bench/suggest/dev.json; not to be edited by hand.

/** Log-odds per unit of evidence, by kind; for doubt. and competition. the share of a claim that they take. */
export const WEIGHTS: Readonly<Record<string, number>> = {
${rows.join('\n')}
};

/** Confidence = sigmoid(a + b · logit(probability)), fitted on predictions for batches that the weights had not seen. */
export const CALIBRATION = { a: ${calibration.a}, b: ${calibration.b} };
`;
writeFileSync(fileURLToPath(new URL('../../services/engine/evidence/weights.ts', import.meta.url)), table);
console.log(`${rows.length} weights written, calibration a = ${calibration.a}, b = ${calibration.b}`);
