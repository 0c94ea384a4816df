// npm run bench:suggest -- [--corpus FILE] [--out PREDICTIONS] [--cross-validate] [--errors] [--without KIND | --idle]
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Model } from '../../services/engine/decision/model.js';
import { CALIBRATED_ON } from './calibrate.js';
import { type Corpus, readCorpus } from './corpus.js';
import { headline, printFigures } from './figures.js';
import { printIntervals } from './intervals.js';
import { predict } from './predict.js';
import { printProposals } from './propose.js';
import { score } from './score.mjs';
import { printSpeed } from './speed.js';
import { printTable } from './table.js';
import { crossValidate } from './train.js';
import { applyVariant, VARIANTS } from './variants.js';
import { printIdle, printWithout } from './without.js';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    out: { type: 'string' },
    errors: { type: 'boolean' },
    'cross-validate': { type: 'boolean' },
    without: { type: 'string' },
    idle: { type: 'boolean' },
  },
});

const UNFITTED = [
  'week.json',
  'unread.json',
  'open.json',
  'sealed.json',
  'small.json',
  'small-unread.json',
  'songs.json',
  'third.json',
  'third-sealed.json',
  'habits.json',
  'habits-sealed.json',
  'independent.json',
];

/** Corpora written only for the names of tracks. */
const NAMED = ['titles.json', 'titles-sealed.json'];

const stored = (name: string): Corpus => readCorpus(fileURLToPath(new URL(name, import.meta.url)));
const everything = ['dev.json', ...CALIBRATED_ON.filter((name) => name !== 'dev.json'), ...UNFITTED];
if (values.without || values.idle) {
  const corpora = (values.corpus ? [values.corpus] : everything).map((name) => ({
    name: basename(name),
    corpus: values.corpus ? readCorpus(name) : stored(name),
  }));
  if (values.without) printWithout(values.without, corpora, values.errors ? Infinity : 3);
  else printIdle(corpora);
  process.exit();
}
const corpus = values.corpus ? readCorpus(values.corpus) : stored('dev.json');
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
  if (!values.corpus) {
    console.log('');
    const print = (name: string, said: string): void =>
      console.log(headline(`${name}, ${said}`, score(stored(name), predict(stored(name)))));
    for (const name of CALIBRATED_ON) print(name, 'calibrated on');
    for (const name of UNFITTED) print(name, 'never fitted on');
    printTable(everything.map((name) => ({ name, corpus: stored(name) })));
    const all = UNFITTED.map((name) => ({ name, scenarios: stored(name).scenarios })).flatMap(({ name, scenarios }) =>
      scenarios.map((scenario) => ({ ...scenario, id: `${name} ${scenario.id}` })),
    );
    printIntervals('all never fitted on', { scenarios: all }, predict({ scenarios: all }));
  }
  const named = values.corpus
    ? [{ name: basename(values.corpus), corpus }]
    : [...everything, ...NAMED].map((name) => ({
        name,
        corpus: stored(name),
      }));
  printProposals(named, values.errors ? Infinity : values.corpus ? 10 : 0);
}
console.log('');
printSpeed();
