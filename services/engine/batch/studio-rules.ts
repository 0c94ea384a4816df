import { trustOf } from '../../features/conventions/conventions.schema.js';
import { slotLabel } from '../../features/tracks/slots.schema.js';
import { WORD_OF } from '../evidence/slot-names.js';
import type { WordMark } from '../names/read.js';
import type { StudioRule } from '../types.js';
import type { Batch, BatchFile } from './read-batch.js';
import type { OwnWord } from './studio-words.js';

/** A word that a rule of the studio explains; the strength is how far the rule is to be believed. */
export interface StudioMark extends WordMark {
  rule: StudioRule;
}

/** What the studio's rules say about the words of a name or folder; tokens that `skip` marks belong to a title. */
export function studioMarks(
  batch: Pick<Batch, 'rules'>,
  each: Pick<BatchFile, 'own'>,
  place: OwnWord['place'],
  skip: Uint8Array | null,
): StudioMark[] {
  return each.own.flatMap(({ place: where, word, text, from, to }) => {
    if (where !== place || skip?.subarray(from, to).includes(1)) return [];
    return (batch.rules.get(word) ?? []).flatMap((rule): StudioMark[] => {
      const strength = trustOf(rule.for, rule.against);
      return strength > 0 ? [{ from, to, text, strength, wordClass: WORD_OF[rule.slotType], rule }] : [];
    });
  });
}

/** What a word means to everybody gives way to what it means in this studio, as far as that is to be believed. */
export function givingWay(words: readonly WordMark[], marks: readonly StudioMark[]): WordMark[] {
  if (marks.length === 0) return [...words];
  return words.flatMap((word) => {
    const over = marks.filter((mark) => mark.from < word.to && mark.to > word.from);
    const left = 1 - Math.max(0, ...over.map((mark) => mark.strength));
    return left > 0 ? [{ ...word, strength: word.strength * left }] : [];
  });
}

/** True when a rule explains the tokens `from` to `to` (exclusive) of the name. */
export function explainedByStudio(
  batch: Pick<Batch, 'rules'>,
  each: Pick<BatchFile, 'own'>,
  { from, to }: { from: number; to: number },
): boolean {
  return studioMarks(batch, each, 'name', null).some((mark) => mark.from < to && mark.to > from);
}

export function ruleText({ text, slotType, for: agreeing, against }: StudioRule): string {
  const total = agreeing + against;
  const files = `${against > 0 ? `${agreeing} of ` : ''}${total} file${total === 1 ? '' : 's'}`;
  return `In your studio “${text}” means ${slotLabel(slotType)} (${files})`;
}
