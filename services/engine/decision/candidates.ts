import { remainingWordsOf } from '../batch/remaining-words.js';
import type { Batch } from '../batch/types.js';
import { type Version, versionOf } from '../batch/versions.js';
import type { Item } from '../evidence/items.js';
import type { EvidenceKind, VetoKind } from '../evidence/kinds.js';
import { levelOf } from '../evidence/level.js';
import type { Doubt, SlotContext, TrackContext } from '../evidence/rule.js';
import { DOUBT_RULES, SLOT_RULES, TRACK_RULES } from '../evidence/rules/rules.js';
import { readSlotWords } from '../evidence/slot-mentions.js';
import { mostLeft, mostLikely, type Veto } from '../evidence/veto.js';
import { MASTER_VETOES, SLOT_VETOES, TRACK_VETOES } from '../evidence/vetoes/vetoes.js';
import type { BatchFile } from '../reading/batch-file.js';
import { SLOT_TYPES, type SlotType } from '../types.js';
import { type Claim, competitionOf, olderFormat } from './competition.js';
import { type Model, probabilities, scoreOf } from './model.js';
import { plausibleTracks } from './plausible-tracks.js';

/** A (track, slot) to which a file might belong. */
export interface Candidate {
  file: number;
  track: number;
  slot: SlotType;
  items: Item[];
  /** log-odds against 'no slot', by the file's own evidence */
  score: number;
  /** by the file's own evidence */
  alone: number;
  /** doubts about the file itself */
  ownDoubts: Doubt[];
  /** reasons that no evidence in favour outweighs; each value is the highest probability that it leaves */
  vetoes: Veto[];
  /** reasons that take a share of the claim however strong it is: rivals, unknown words */
  doubts: Doubt[];
  /** with doubts and competition */
  probability: number;
}

export const slotKey = (candidate: { track: number; slot: SlotType }): string => `${candidate.track}:${candidate.slot}`;

function candidatesOf(batch: Batch, file: BatchFile, without: NonNullable<Model['without']>): Candidate[] {
  if (file.assignedTo >= 0) return [];
  return plausibleTracks(batch, file).flatMap((trackIndex) => {
    const remaining = remainingWordsOf(batch, file, trackIndex);
    const words = readSlotWords(batch, file, trackIndex, remaining);
    const level = levelOf(batch, file, trackIndex, words);
    const context: TrackContext = { batch, file, trackIndex, remaining, words, level };
    const kept = <Found extends Item<EvidenceKind | VetoKind>>(found: Found[]): Found[] =>
      without.size === 0 ? found : found.filter(({ kind }) => !without.has(kind));
    const common: Item[] = [];
    for (const rule of TRACK_RULES) common.push(...kept(rule.of(context, common)));
    const vetoes = [...(file.file.isOriginal ? [] : MASTER_VETOES), ...TRACK_VETOES].flatMap((rule) =>
      kept(rule.of(context, common)),
    );
    const slots = batch.tracks[trackIndex]?.slots.map(({ slotType }) => slotType) ?? [];
    return (slots.length > 0 ? slots : SLOT_TYPES).map((slot) => {
      const ofSlot: SlotContext = { ...context, slot };
      return {
        file: file.index,
        track: trackIndex,
        slot,
        items: [...common, ...SLOT_RULES.flatMap((rule) => kept(rule.of(ofSlot, common)))],
        vetoes: [...vetoes, ...SLOT_VETOES.flatMap((rule) => kept(rule.of(ofSlot, common)))],
        score: 0,
        alone: 0,
        ownDoubts: DOUBT_RULES.flatMap((rule) => kept(rule.of(ofSlot, common))),
        doubts: [],
        probability: 0,
      };
    });
  });
}

/** For each slot, the slots of the whole song that are made from the same master. */
const OTHER_FORMATS: Partial<Record<SlotType, readonly SlotType[]>> = {
  cd_master: ['streaming_master', 'hires_master'],
  hires_master: ['streaming_master', 'cd_master'],
  vinyl_master: ['streaming_master', 'hires_master'],
};

/** Claims below this probability neither compete nor are compared. */
const UNLIKELY = 0.005;

function weigh(candidates: readonly Candidate[], weights: Model['weights']): void {
  for (const candidate of candidates) candidate.score = scoreOf(candidate.items, weights);
  const shares = probabilities(candidates.map((candidate) => candidate.score));
  candidates.forEach((candidate, i) => (candidate.alone = shares[i] ?? 0));
}

function claimOf(candidate: Candidate, probability: number, weights: Model['weights']): Claim {
  const { file, score, items, vetoes } = candidate;
  const main = items.filter(({ kind }) => kind === 'named.main');
  return { file, probability, score, unnamed: score - scoreOf(main, weights), most: mostLikely(vetoes) };
}

function claimsOf(batch: Batch, byFile: readonly Candidate[][], weights: Model['weights']): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  const add = (key: string, claim: Claim): void => {
    const list = claims.get(key);
    if (list) list.push(claim);
    else claims.set(key, [claim]);
  };
  for (const candidate of byFile.flat()) {
    const probability = Math.min(mostLeft(candidate.vetoes), candidate.alone * leftBy(candidate.ownDoubts, weights));
    if (probability >= 0.02) add(slotKey(candidate), claimOf(candidate, probability, weights));
  }
  for (const file of batch.files) {
    const slot = file.file.assigned?.slotType;
    if (file.assignedTo >= 0 && slot)
      add(slotKey({ track: file.assignedTo, slot }), {
        file: file.index,
        probability: 1,
        score: Infinity,
        unnamed: Infinity,
        most: 1,
        released: file.file.assigned?.released,
      });
  }
  return claims;
}

/** The share of a claim that remains after doubts; each one takes its part of the rest. */
export function leftBy(doubts: readonly Doubt[], weights: Model['weights']): number {
  return doubts.reduce((left, doubt) => left * (1 - weights[doubt.kind] * doubt.value), 1);
}

/** Every file's candidates with their evidence, not weighed yet. */
export function gatherCandidates(batch: Batch, without: NonNullable<Model['without']> = new Set()): Candidate[][] {
  return batch.files.map((file) => candidatesOf(batch, file, without));
}

/** Weighs candidates, first by their own evidence, then against other files that claim the same slot. */
export function weighCandidates(batch: Batch, byFile: readonly Candidate[][], weights: Model['weights']): void {
  for (const candidates of byFile) weigh(candidates, weights);
  const claims = claimsOf(batch, byFile, weights);
  const versions = new Map<number, Version>();
  const read =
    (track: number) =>
    (file: number): Version => {
      const key = file * batch.tracks.length + track;
      const version = versions.get(key) ?? versionOf(batch, batch.files[file]!, track);
      versions.set(key, version);
      return version;
    };
  for (const candidate of byFile.flat()) {
    const rivals = claims.get(slotKey(candidate)) ?? [];
    const most = mostLeft(candidate.vetoes);
    const claim = claimOf(candidate, candidate.alone, weights);
    const competition = candidate.alone >= UNLIKELY ? competitionOf(batch, claim, rivals, read(candidate.track)) : [];
    if (candidate.alone >= UNLIKELY && OTHER_FORMATS[candidate.slot]) {
      const formats = OTHER_FORMATS[candidate.slot]!.flatMap(
        (slot) => claims.get(slotKey({ track: candidate.track, slot })) ?? [],
      );
      competition.push(...olderFormat(batch, claim, formats, read(candidate.track)));
    }
    candidate.doubts = competition.length > 0 ? [...candidate.ownDoubts, ...competition] : candidate.ownDoubts;
    candidate.probability = Math.min(most, candidate.alone * leftBy(candidate.doubts, weights));
  }
  for (const candidates of byFile) toRunnerUp(batch, candidates, weights);
}

/**
 * If a file loses a slot to a rival of another format, or has the track's own sound, it is another of the track's
 * formats: what it loses goes to its next slots, as far as they were likelier than none. An older revision has no such
 * slots.
 */
function toRunnerUp(batch: Batch, candidates: readonly Candidate[], weights: Model['weights']): void {
  const [lost] = [...candidates].sort((a, b) => b.alone - a.alone);
  const rival = lost?.doubts.find(({ kind }) => kind === 'competition.rival');
  if (!lost || !rival) return;
  const formats = [lost.file, rival.by ?? lost.file].map((file) => batch.files[file]?.format);
  if (formats[0] === formats[1] && batch.sounds.ofTrack(lost.file, lost.track) !== 'same') return;
  if (lost.doubts.some(({ kind }) => kind === 'competition.superseded' || kind === 'competition.undecided')) return;
  const given = lost.alone * weights[rival.kind] * rival.value;
  const others = candidates.filter((other) => other !== lost && other.track === lost.track);
  for (const other of others) {
    const share = other.alone / Math.max(1e-9, 1 - lost.alone);
    const left = leftBy(other.doubts, weights);
    other.probability = Math.min(mostLeft(other.vetoes), other.probability + given * share * left);
  }
}
