import type { Batch } from '../batch/types.js';
import type { Item } from '../evidence/items.js';
import { verdictOfKind, wordKind } from '../evidence/kinds.js';
import type { Veto } from '../evidence/veto.js';
import type { WordClass } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import { trackNumberOf } from '../reading/track-number.js';
import type { Evidence } from '../types.js';
import type { Candidate } from './candidates.js';
import type { Model } from './model.js';

const MAX_REASONS = 6;
/** Higher numbers do not count tracks. */
const MOST_TRACKS = 99;
/** Evidence that changes the odds by less is not worth a line. */
const WORTH_NAMING = 0.25;

/** A reason against that takes more than this share of a claim decides it and is stated first. */
const DECIDING = Math.log(0.5);

/**
 * The weighed evidence of a candidate and its weightiest part as lines with + and −: first what decides, then by
 * weight.
 */
export function reasonsOf(
  candidate: Candidate,
  weights: Model['weights'],
): { reasoning: string[]; evidence: Evidence[] } {
  const entry = ({ kind, text }: Item | Veto, strength: number): Evidence => ({
    kind,
    strength: Number(strength.toFixed(2)),
    text: text(),
  });
  const items = candidate.items.map((item) => entry(item, weights[item.kind] * item.value));
  const limits = [
    ...candidate.doubts.map((doubt) => entry(doubt, Math.log(Math.max(1e-3, 1 - weights[doubt.kind] * doubt.value)))),
    ...candidate.vetoes.map((veto) => entry(veto, Math.log(veto.value / 2))),
  ];
  const decides = (one: Evidence): boolean => limits.includes(one) && one.strength <= DECIDING;
  const evidence = [...items, ...limits]
    .filter(({ text, strength }) => text !== '' && strength !== 0)
    .sort((a, b) => Number(decides(b)) - Number(decides(a)) || Math.abs(b.strength) - Math.abs(a.strength));
  const reasoning = evidence
    .filter(({ kind, strength }) => Math.abs(strength) >= WORTH_NAMING || kind.startsWith('doubt.'))
    .slice(0, MAX_REASONS)
    .map(({ strength, text }) => `${strength > 0 ? '+' : '−'} ${text}`);
  return { reasoning: [...new Set(reasoning)], evidence };
}

const verdictOfWord = (wordClass: WordClass): string | undefined => {
  const kind = wordKind(wordClass);
  return kind === null ? undefined : verdictOfKind(kind);
};

/** Below this, a file claims no track, and no other file has a better claim to it. */
const LIKELY = 0.25;

/** The number in a file's name for which there is no track, if its title is that of no other track; otherwise null. */
function missingTrack(batch: Batch, file: BatchFile, best: Candidate | undefined): number | null {
  const mark = trackNumberOf(file, best?.track ?? -1);
  if (!mark || best?.items.some(({ kind, value }) => kind === 'title.match' && value > 0.5)) return null;
  const foreign = file.name.words.some(
    ({ wordClass, strength }) => strength === 1 && verdictOfWord(wordClass) !== undefined,
  );
  const number = mark.position + batch.numbering.offset(mark.group);
  const exists = batch.tracks.some(({ trackNumber }) => trackNumber === number);
  return exists || foreign || number < 1 || number > MOST_TRACKS ? null : number;
}

/** One sentence on a file that should not be assigned automatically; `best` is its likeliest candidate. */
export function verdictOf(
  batch: Batch,
  file: BatchFile,
  best: Candidate | undefined,
  isSuggested: boolean,
  weights: Model['weights'],
): string | null {
  if (batch.tracks.length === 0) return null;
  const missing = missingTrack(batch, file, best);
  if (missing !== null) return `The project has no track ${missing} yet`;
  if (best) {
    const decided = best.vetoes.flatMap(({ kind }) => verdictOfKind(kind) ?? []);
    if (decided[0]) return decided[0];
    const against = best.items
      .map((item) => ({ item, strength: weights[item.kind] * item.value }))
      .sort((a, b) => a.strength - b.strength);
    const named = against.find(({ item }) => verdictOfKind(item.kind) !== undefined);
    const verdict = named && verdictOfKind(named.item.kind);
    if (verdict && named.strength < -2.5) return verdict;
    const ahead = best.doubts.find((file) => file.kind.startsWith('competition.') && file.value > 0.5);
    if (ahead && best.alone >= LIKELY) return ahead.text();
    if (verdict && named.strength < -1) return verdict;
    if (best.probability > 0.3) return null;
    const [strongest] = [...best.vetoes].sort((a, b) => a.value - b.value);
    if (strongest && best.alone >= LIKELY) return strongest.text();
    if (best.doubts.some(({ kind, value }) => kind === 'doubt.length' && value > 0.5))
      return `Its length is not that of “${batch.tracks[best.track]?.title ?? ''}”`;
  }
  const word = file.name.words.find((mark) => verdictOfWord(mark.wordClass) !== undefined && mark.strength === 1);
  if (word && !best) return verdictOfWord(word.wordClass)!;
  // The reasons of a suggestion say why it is not certain.
  return isSuggested ? null : 'No track of this project fits';
}
