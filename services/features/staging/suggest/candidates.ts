import type { Batch, BatchFile } from './batch.js';
import { contestEvidence, type Claim } from './contest.js';
import type { Item } from './items.js';
import { probabilities, scoreOf, type Model } from './model.js';
import { residueOf } from './residue.js';
import { foreignEvidence, readSlotWords, shapeEvidence, slotEvidence } from './slot-evidence.js';
import { plausibleTracks, trackEvidence } from './track-evidence.js';
import { SLOT_TYPES, type SlotType } from './types.js';

/** One (track, slot) that a file might belong to. */
export interface Candidate {
  file: number;
  track: number;
  slot: SlotType;
  items: Item[];
  score: number;
  probability: number;
}

export const slotKey = (candidate: { track: number; slot: SlotType }): string => `${candidate.track}:${candidate.slot}`;

function candidatesOf(batch: Batch, each: BatchFile): Candidate[] {
  if (each.assignedTo >= 0) return [];
  const shape = shapeEvidence(batch, each);
  return plausibleTracks(batch, each).flatMap((track) => {
    const residue = residueOf(batch, each, track);
    const reading = readSlotWords(each, track, residue);
    const common = [...trackEvidence(batch, each, track, residue), ...foreignEvidence(batch, reading), ...shape];
    const slots = batch.tracks[track]?.slots.map((slot) => slot.slotType) ?? [];
    return (slots.length > 0 ? slots : SLOT_TYPES).map((slot) => ({
      file: each.index,
      track,
      slot,
      items: [...common, ...slotEvidence(batch, each, track, slot, reading)],
      score: 0,
      probability: 0,
    }));
  });
}

function weigh(byFile: readonly Candidate[][], weights: Model['weights']): void {
  for (const candidates of byFile) {
    for (const candidate of candidates) candidate.score = scoreOf(candidate.items, weights);
    const shares = probabilities(candidates.map((candidate) => candidate.score));
    candidates.forEach((candidate, i) => (candidate.probability = shares[i] ?? 0));
  }
}

/**
 * Every file's candidates with their evidence, first for itself, then with what the competition of the batch adds.
 * Scores and probabilities are set.
 */
export function gatherCandidates(batch: Batch, weights: Model['weights']): Candidate[][] {
  const byFile = batch.files.map((each) => candidatesOf(batch, each));
  weigh(byFile, weights);
  const claims = new Map<string, Claim[]>();
  const claim = (key: string, entry: Claim): void => {
    const list = claims.get(key);
    if (list) list.push(entry);
    else claims.set(key, [entry]);
  };
  for (const candidates of byFile) {
    for (const candidate of candidates) if (candidate.probability >= 0.02) claim(slotKey(candidate), candidate);
  }
  for (const each of batch.files) {
    const slot = each.file.assigned?.slotType;
    if (each.assignedTo >= 0 && slot) claim(slotKey({ track: each.assignedTo, slot }), { file: each.index, probability: 0.97, score: 8 });
  }
  for (const candidates of byFile) {
    for (const candidate of candidates) {
      const rivals = claims.get(slotKey(candidate)) ?? [];
      if (rivals.length > 0) candidate.items.push(...contestEvidence(batch, candidate, rivals, candidate.track));
    }
  }
  weigh(byFile, weights);
  return byFile;
}

