import { assignJointly } from './assign.js';
import { type Batch, readBatch } from './batch/read-batch.js';
import { taughtWords } from './batch/studio-words.js';
import { type Candidate, gatherCandidates, slotKey, weighCandidates } from './evidence/candidates.js';
import { confidenceOf, type Model } from './evidence/model.js';
import { reasonsOf, verdictOf } from './evidence/reasons.js';
import { CALIBRATION, WEIGHTS } from './evidence/weights.js';
import type { FileSuggestions, StudioRule, SuggestFile, Suggestion, SuggestProject, SuggestTrack } from './types.js';

const MAX_SUGGESTIONS = 3;
/** Below this a first suggestion is noise. */
const MIN_CONFIDENCE = 2;
/** Highest confidence of a suggestion whose slot went to another file. */
const LOST = 60;

const FITTED: Model = { weights: WEIGHTS, calibration: CALIBRATION };

/** Log-odds of the candidate against all else, competition included. */
const worth = ({ probability }: Candidate): number =>
  Math.log(Math.max(1e-9, probability) / Math.max(1e-9, 1 - probability));

function rank(candidates: Candidate[], given: string | undefined): Candidate[] {
  const sorted = [...candidates].sort(
    (a, b) => b.probability - a.probability || a.track - b.track || a.slot.localeCompare(b.slot),
  );
  const first = sorted.findIndex((candidate) => slotKey(candidate) === given);
  if (first > 0) sorted.unshift(...sorted.splice(first, 1));
  return sorted.slice(0, MAX_SUGGESTIONS);
}

function toSuggestion(batch: Batch, candidate: Candidate, holder: number | undefined, model: Model): Suggestion | null {
  const track = batch.tracks[candidate.track];
  if (!track) return null;
  const calibrated = confidenceOf(candidate.probability, model.calibration);
  const confidence = holder !== undefined && holder !== candidate.file ? Math.min(LOST, calibrated) : calibrated;
  return {
    trackId: track.id,
    trackNumber: track.trackNumber,
    slotType: candidate.slot,
    confidence,
    ...reasonsOf(candidate, model.weights),
  };
}

/**
 * Suggests a track and slot for every file of a batch that is not assigned yet. Pure and deterministic; what is null
 * is not used. No two files get a suggestion above 60 for the same slot.
 * @returns file id → ranked suggestions and, where nothing should be assigned by itself, a verdict
 */
export function suggest(
  project: SuggestProject,
  tracks: readonly SuggestTrack[],
  files: readonly SuggestFile[],
  rules: readonly StudioRule[] = [],
  model: Model = FITTED,
): Map<string, FileSuggestions> {
  const batch = readBatch(project, tracks, files, rules);
  const byFile = gatherCandidates(batch);
  weighCandidates(batch, byFile, model.weights);
  const given = assignJointly(
    byFile.flat().map((candidate) => ({ file: candidate.file, slot: slotKey(candidate), score: worth(candidate) })),
  );
  const holders = new Map([...given].map(([file, slot]) => [slot, file]));
  for (const each of batch.files) {
    if (each.assignedTo >= 0 && each.file.assigned)
      holders.set(slotKey({ track: each.assignedTo, slot: each.file.assigned.slotType }), each.index);
  }
  const taught = taughtWords(batch);
  return new Map(
    batch.files.map((each) => {
      const ranked = rank(byFile[each.index] ?? [], given.get(each.index));
      const suggestions = ranked
        .map((candidate) => toSuggestion(batch, candidate, holders.get(slotKey(candidate)), model))
        .filter(
          (suggestion): suggestion is Suggestion => suggestion !== null && suggestion.confidence >= MIN_CONFIDENCE,
        );
      const verdict =
        each.assignedTo >= 0 || (suggestions[0]?.confidence ?? 0) > 70
          ? null
          : verdictOf(batch, each, ranked[0], model.weights);
      return [each.file.id, { suggestions, verdict, words: taught[each.index] ?? [] }];
    }),
  );
}
