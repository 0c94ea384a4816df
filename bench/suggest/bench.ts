// npm run bench:suggest -- [--corpus FILE] [--out PREDICTIONS] [--cross-validate] [--errors]
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { suggest } from '../../services/features/staging/suggest/suggest.js';
import { engineInput, readCorpus, type Corpus } from './corpus.js';
import { printFigures, type Predictions } from './figures.js';

const { values } = parseArgs({
  options: { corpus: { type: 'string' }, out: { type: 'string' }, errors: { type: 'boolean' } },
});

function predict(corpus: Corpus): Predictions {
  const predictions: Predictions = {};
  for (const scenario of corpus.scenarios) {
    const { project, tracks, files } = engineInput(scenario);
    const found = suggest(project, tracks, files);
    const byName: Predictions[string] = {};
    files.forEach((file) => {
      byName[file.name] = (found.get(file.id)?.suggestions ?? []).map(({ trackNumber, slotType, confidence, reasoning }) => ({ trackNumber, slotType, confidence, reasoning }));
    });
    predictions[scenario.id] = byName;
  }
  return predictions;
}

const corpus = readCorpus(values.corpus ?? fileURLToPath(new URL('dev.json', import.meta.url)));
const started = performance.now();
const predictions = predict(corpus);
const elapsed = performance.now() - started;
if (values.out) writeFileSync(values.out, JSON.stringify(predictions, null, 1));
const files = corpus.scenarios.reduce((sum, scenario) => sum + scenario.files.length, 0);
console.log(`${corpus.scenarios.length} batches, ${files} files in ${elapsed.toFixed(0)} ms${values.out ? `, predictions in ${values.out}` : ''}`);
if (corpus.scenarios.some((scenario) => scenario.files.some((file) => file.truth !== undefined))) printFigures('fitted weights', corpus, predictions, values.errors ? Infinity : 10);
