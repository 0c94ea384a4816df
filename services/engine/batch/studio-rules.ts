import type { BatchFile, StudioWord } from '../reading/batch-file.js';
import type { WordMark } from '../reading/read.js';
import { WORD_OF } from '../reading/slot-words.js';
import { SLOT_LABELS, type StudioRule } from '../types.js';
import type { Batch } from './types.js';

/** A word that one of the studio's rules explains; the strength says how reliable the rule is. */
export interface StudioMark extends WordMark {
  rule: StudioRule;
}

/** Log-odds at which a word begins to count, and from which it counts fully. */
const [DOUBTFUL, CERTAIN] = [0.6, 2];

/** An answer to a question about a word or format counts as this many files. */
const ANSWER = 5;

type TrustedBy = Pick<StudioRule, 'for' | 'against' | 'answered'>;

/** From here on a rule decides; a rule that was learnt from a single file is only a hint. */
export const DECIDES = 0.5;

/**
 * How reliable a word is, 0 to 1, after these numbers of files for and against it: the log-odds, by Jeffreys' estimate,
 * that the next file agrees. One file gives 0.36, two 0.72, three 0.96. One contrary file reduces three to 0.18, and a
 * word that is as frequent elsewhere gives 0.
 */
export function trustOf({ for: placed, against, answered }: TrustedBy): number {
  const odds = Math.log((placed + (answered ? ANSWER : 0) + 0.5) / (against + 0.5));
  return Math.max(0, Math.min(1, (odds - DOUBTFUL) / (CERTAIN - DOUBTFUL)));
}

/**
 * Marks for the words of a name or folder that the studio's rules explain; tokens marked in `skip` belong to a title.
 */
export function studioMarks(
  batch: Pick<Batch, 'rules'>,
  each: Pick<BatchFile, 'studioWords'>,
  place: StudioWord['place'],
  skip: Uint8Array | null,
): StudioMark[] {
  return each.studioWords.flatMap((found) =>
    found.place !== place || skip?.subarray(found.from, found.to).includes(1) ? [] : marksOf(batch, found),
  );
}

/** Marks for one word or format that the studio's rules explain. */
export const marksOf = (
  { rules }: Pick<Batch, 'rules'>,
  { word, text, from, to }: Pick<StudioWord, 'word' | 'text' | 'from' | 'to'>,
): StudioMark[] =>
  (rules.get(word) ?? []).flatMap((rule): StudioMark[] => {
    const strength = trustOf(rule);
    return strength > 0 ? [{ from, to, text, strength, wordClass: WORD_OF[rule.slotType], rule }] : [];
  });

/** Weakens the general meaning of a word in favour of its meaning in this studio, as far as the latter is reliable. */
export function givingWay(words: readonly WordMark[], marks: readonly StudioMark[]): WordMark[] {
  if (marks.length === 0) return [...words];
  return words.flatMap((word) => {
    const over = marks.filter((mark) => mark.from < word.to && mark.to > word.from);
    const left = 1 - Math.max(0, ...over.map((mark) => mark.strength));
    return left > 0 ? [{ ...word, strength: word.strength * left }] : [];
  });
}

/** True if a rule explains the tokens `from` to `to` (exclusive) of the name. */
export function explainedByStudio(
  batch: Pick<Batch, 'rules'>,
  each: Pick<BatchFile, 'studioWords'>,
  { from, to }: { from: number; to: number },
): boolean {
  return studioMarks(batch, each, 'name', null).some((mark) => mark.from < to && mark.to > from);
}

export function ruleText({ text, slotType, for: agreeing, against, answered }: StudioRule): string {
  const total = agreeing + against;
  const files = `${against > 0 ? `${agreeing} of ` : ''}${total} file${total === 1 ? '' : 's'}`;
  const known = [answered ? 'your answer' : '', !answered || total > 0 ? files : ''].filter(Boolean).join(', ');
  return `In your studio “${text}” means ${SLOT_LABELS[slotType]} (${known})`;
}
