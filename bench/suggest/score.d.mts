import type { Corpus } from './corpus.js';
import type { Figures, Predictions } from './figures.js';

export function score(corpus: Corpus, predictions: Predictions): Figures;
