import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Loaded by `ui/new-password` when somebody begins to type: the lists are large. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export type Strength = 0 | 1 | 2 | 3 | 4;

/** From 0 (guessed at once) to 4 (out of reach). What is known of the person makes a password weaker. */
export function passwordStrength(password: string, known: string[]): Strength {
  const parts = known.flatMap((text) => [text, ...text.split(/[@.\s]+/)]).filter((part) => part.length > 2);
  return estimator.check(password.slice(0, 64), parts).score;
}
