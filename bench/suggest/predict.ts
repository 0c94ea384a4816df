import type { Model } from '../../services/engine/decision/model.js';
import { questionsOf } from '../../services/engine/decision/questions.js';
import { suggest } from '../../services/engine/suggest.js';
import type { BatchQuestion, SlotType, StudioRule } from '../../services/engine/types.js';
import { type Corpus, engineInput, type Scenario } from './corpus.js';
import type { Predictions } from './figures.js';

const NO_RULES = (_: Scenario): StudioRule[] => [];

/** The engine's suggestions for every file of a corpus, with the product's weights or those given per batch. */
export function predict(corpus: Corpus, modelOf?: Map<string, Model>, rulesOf = NO_RULES): Predictions {
  const predictions: Predictions = {};
  for (const scenario of corpus.scenarios) {
    const { project, tracks, files } = engineInput(scenario);
    const found = suggest(project, tracks, files, rulesOf(scenario), modelOf?.get(scenario.id));
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

const MOST_ROUNDS = 5;

/** The labelled slot of most files of a question; null if they have none. */
function rightAnswer({ files }: Scenario, { fileIds, choices }: BatchQuestion): SlotType | null {
  const slots = fileIds.flatMap((id) => files[Number(id.slice(1))]?.truth?.slotType ?? []);
  const count = (slot: string): number => slots.filter((each) => each === slot).length;
  const [best] = [...choices].sort((a, b) => count(b) - count(a));
  return best && count(best) > 0 ? best : null;
}

/** The rules of a studio that has answered all questions of a batch, and the number of answers. */
export function answeredRules(scenario: Scenario): StudioRule[] {
  const { project, tracks, files } = engineInput(scenario);
  const rules: StudioRule[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = suggest(project, tracks, files, rules);
    const questions = questionsOf(files.map(({ id }) => ({ id, question: found.get(id)?.question ?? null })));
    const answers = questions.flatMap((question): StudioRule[] => {
      const slotType = rightAnswer(scenario, question);
      return slotType
        ? [{ word: question.word, text: question.text, slotType, for: 0, against: 0, answered: true }]
        : [];
    });
    if (answers.length === 0) break;
    rules.push(...answers);
  }
  return rules;
}
