// npm run bench:suggest -- [--corpus FILE] [--out PREDICTIONS] [--cross-validate] [--errors]
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Model } from '../../services/features/staging/suggest/model.js';
import { suggest } from '../../services/features/staging/suggest/suggest.js';
import { engineInput, readCorpus, type Corpus } from './corpus.js';
import { headline, printFigures, type Predictions } from './figures.js';
import { score } from './score.mjs';
import { crossValidate } from './train.js';
import { applyVariant, VARIANTS } from './variants.js';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    out: { type: 'string' },
    errors: { type: 'boolean' },
    'cross-validate': { type: 'boolean' },
  },
});

function predict(corpus: Corpus, modelOf?: Map<string, Model>): Predictions {
  const predictions: Predictions = {};
  for (const scenario of corpus.scenarios) {
    const { project, tracks, files } = engineInput(scenario);
    const found = suggest(project, tracks, files, modelOf?.get(scenario.id));
    const byName: Predictions[string] = {};
    files.forEach((file) => {
      byName[file.name] = (found.get(file.id)?.suggestions ?? []).map(
        ({ trackNumber, slotType, confidence, reasoning }) => ({ trackNumber, slotType, confidence, reasoning }),
      );
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
console.log(
  `${corpus.scenarios.length} batches, ${files} files in ${elapsed.toFixed(0)} ms${values.out ? `, predictions in ${values.out}` : ''}`,
);
if (corpus.scenarios.some((scenario) => scenario.files.some((file) => file.truth !== undefined))) {
  const show = (title: string, modelOf?: Map<string, Model>): void => {
    printFigures(title, corpus, modelOf ? predict(corpus, modelOf) : predictions, values.errors ? Infinity : 10);
    console.log('');
    for (const [name, change] of Object.entries(VARIANTS)) {
      const changed = applyVariant(corpus, change);
      console.log(headline(name, score(changed, predict(changed, modelOf))));
    }
  };
  show('with the fitted weights');
  if (values['cross-validate']) show('out of fold', crossValidate(corpus).modelOf);
}
