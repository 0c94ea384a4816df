import { readBatch } from './batch/read-batch.js';
import { taughtWords } from './batch/studio-words.js';
import type { Batch } from './batch/types.js';
import { assignJointly } from './decision/assign.js';
import { type Candidate, gatherCandidates, slotKey, weighCandidates } from './decision/candidates.js';
import { confidenceOf, type Model } from './decision/model.js';
import { questionOf } from './decision/questions.js';
import { reasonsOf, verdictOf } from './decision/reasons.js';
import { traitsOf } from './decision/traits.js';
import { mostLeft, mostStated } from './evidence/veto.js';
import { CALIBRATION, WEIGHTS } from './evidence/weights.js';
import {
  AUTO_ASSIGN_ABOVE,
  type FileSuggestions,
  type StudioRule,
  type SuggestFile,
  type Suggestion,
  type SuggestProject,
  type SuggestTrack,
} from './types.js';

/*
 * Finds the track and slot of each file, step by step. Each step has its own folder, which imports only folders
 * that are listed before it:
 *
 *   lexicon/    the words of file names in all languages, in one table (words.csv)
 *   reading/    splits one name, folder or tag into words, numbers, dates and formats, and reads it again with what the
 *                 batch shares; finds in it the number of its track and a known title, or what may be an unknown one;
 *                 for suggestions and proposals alike
 *   batch/      what only all files together show: codes, dates, numbering, sound, lengths, the studio's words
 *   evidence/   evidence for and against a file belonging to a (track, slot): kinds.ts defines each kind of evidence;
 *                 rules/ and vetoes/ have one small file each, with examples that run as tests; weights.ts has the
 *                 weight of each kind (fitted by bench/suggest/fit.ts)
 *   decision/   candidates weighs the evidence, competition compares the files that want one slot, assign gives each file
 *                 at most one slot and each slot at most one file, model and traits turn the sum into a probability and
 *                 that into a confidence, reasons writes the lines that people read, questions asks what only the
 *                 studio knows
 *   proposals/  separate from suggestions: the tracks that a batch contains and the project lacks
 */

const MAX_SUGGESTIONS = 3;
/** Below this confidence, a suggestion is noise, unless the file alone would be at least as likely as this. */
const MIN_CONFIDENCE = 2;
const LIKELY_ALONE = 0.5;
/** Highest confidence of a suggestion whose slot went to another file. */
const LOST = 60;
/** The same if another file has as good a claim: each is right in every second case. */
const EITHER = 50;

export const FITTED: Model = { weights: WEIGHTS, calibration: CALIBRATION };

/** Log-odds of the candidate against all alternatives, including competition. */
const logOdds = ({ probability }: Candidate): number =>
  Math.log(Math.max(1e-9, probability) / Math.max(1e-9, 1 - probability));

/** The file in each slot: existing assignments, and those that are made now. */
function holdersOf(batch: Batch, given: ReadonlyMap<number, string>): Map<string, number> {
  const holders = new Map([...given].map(([file, slot]) => [slot, file]));
  for (const { assignedTo, file, index } of batch.files) {
    if (assignedTo >= 0 && file.assigned && !file.assigned.released)
      holders.set(slotKey({ track: assignedTo, slot: file.assigned.slotType }), index);
  }
  return holders;
}

function rank(candidates: readonly Candidate[], given: string | undefined, most = MAX_SUGGESTIONS): Candidate[] {
  const sorted = [...candidates].sort(
    (a, b) => b.probability - a.probability || b.alone - a.alone || a.track - b.track || a.slot.localeCompare(b.slot),
  );
  const first = sorted.findIndex((candidate) => slotKey(candidate) === given);
  if (first > 0) sorted.unshift(...sorted.splice(first, 1));
  return sorted.slice(0, most);
}

/** A claim after each slot has been given to at most one file. */
export interface Choice {
  candidate: Candidate;
  traits: Record<string, number>;
  /** another file has its slot */
  isLost: boolean;
}

/** Every file's best claims; the first one is suggested. `byFile` is weighed already. */
export function choicesOf(batch: Batch, byFile: readonly Candidate[][]): Choice[][] {
  const given = assignJointly(
    byFile.flat().map((candidate) => ({ file: candidate.file, slot: slotKey(candidate), score: logOdds(candidate) })),
  );
  const holders = holdersOf(batch, given);
  return batch.files.map(({ index }) =>
    rank(byFile[index] ?? [], given.get(index)).map((candidate) => {
      const isLost = (holders.get(slotKey(candidate)) ?? index) !== index;
      return { candidate, isLost, traits: traitsOf(batch, candidate, isLost) };
    }),
  );
}

function toSuggestion(batch: Batch, { candidate, traits, isLost }: Choice, model: Model): Suggestion[] {
  const track = batch.tracks[candidate.track];
  const calibrated = confidenceOf(candidate.probability, traits, model.calibration);
  const { vetoes, doubts } = candidate;
  const isUndecided = doubts.some(({ kind, value }) => kind === 'competition.undecided' && value >= LIKELY_ALONE);
  const most = Math.min(
    mostStated(vetoes),
    isLost ? LOST : 100,
    isUndecided ? EITHER : 100,
    mostLeft(vetoes) < 1 ? AUTO_ASSIGN_ABOVE : 100,
  );
  const confidence = Math.min(calibrated, most);
  if (!track || (confidence < MIN_CONFIDENCE && candidate.alone < LIKELY_ALONE)) return [];
  const { id: trackId, trackNumber } = track;
  const reasons = reasonsOf(candidate, model.weights);
  return [{ trackId, trackNumber, slotType: candidate.slot, confidence: Math.max(1, confidence), ...reasons }];
}

interface Offer {
  candidate: Candidate;
  suggestion: Suggestion;
}

/** Of files with equal claims to a slot, the newest one is offered first. */
function newestFirst(offers: readonly Offer[][]): void {
  const done = new Set<Offer>();
  function lower(offer: Offer): void {
    if (done.has(offer)) return;
    done.add(offer);
    const { candidate, suggestion } = offer;
    const by = candidate.doubts.find(({ kind }) => kind === 'competition.undecided')?.by;
    const newer = by === undefined ? null : offers[by]?.find((one) => slotKey(one.candidate) === slotKey(candidate));
    if (!newer) return;
    lower(newer);
    suggestion.confidence = Math.max(1, Math.min(suggestion.confidence, newer.suggestion.confidence - 1));
  }
  offers.flat().forEach(lower);
}

/**
 * Suggests a track and slot for every file of a batch that is not assigned yet. Pure and deterministic; null means
 * unknown. No two files get a suggestion above 60 for the same slot. @returns file id → ranked suggestions and, for
 * files that should not be assigned automatically, a verdict
 */
export function suggest(
  project: SuggestProject,
  tracks: readonly SuggestTrack[],
  files: readonly SuggestFile[],
  rules: readonly StudioRule[] = [],
  model: Model = FITTED,
): Map<string, FileSuggestions> {
  const batch = readBatch(project, tracks, files, rules);
  const byFile = gatherCandidates(batch, model.without);
  weighCandidates(batch, byFile, model.weights);
  const choices = choicesOf(batch, byFile);
  const taught = taughtWords(batch);
  const offers = choices.map((ranked) =>
    ranked.flatMap((choice): Offer[] =>
      toSuggestion(batch, choice, model).map((suggestion) => ({ candidate: choice.candidate, suggestion })),
    ),
  );
  newestFirst(offers);
  return new Map(
    batch.files.map((each) => {
      const suggestions = (offers[each.index] ?? []).map(({ suggestion }) => suggestion);
      for (const [i, one] of suggestions.entries())
        one.confidence = Math.min(one.confidence, suggestions[i - 1]?.confidence ?? one.confidence);
      const certain = each.assignedTo >= 0 || (suggestions[0]?.confidence ?? 0) > AUTO_ASSIGN_ABOVE;
      const verdict = certain
        ? null
        : verdictOf(batch, each, choices[each.index]?.[0]?.candidate, suggestions.length > 0, model.weights);
      const question = certain ? null : questionOf(batch, rank(byFile[each.index] ?? [], undefined, Infinity));
      return [each.file.id, { suggestions, verdict, words: taught[each.index] ?? [], question }];
    }),
  );
}
