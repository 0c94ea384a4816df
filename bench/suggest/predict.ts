import type { Model } from '../../services/engine/decision/model.js';
import { suggest } from '../../services/engine/suggest.js';
import { type Corpus, engineInput } from './corpus.js';
import type { Predictions } from './figures.js';

/** The engine's suggestions for every file of a corpus, with the product's weights or those given per batch. */
export function predict(corpus: Corpus, modelOf?: Map<string, Model>): Predictions {
  const predictions: Predictions = {};
  for (const scenario of corpus.scenarios) {
    const { project, tracks, files } = engineInput(scenario);
    const found = suggest(project, tracks, files, [], modelOf?.get(scenario.id));
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
