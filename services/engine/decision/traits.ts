import type { Batch } from '../batch/types.js';
import { type DoubtKind, type EvidenceKind, KINDS } from '../evidence/kinds.js';
import { mostLikely } from '../evidence/veto.js';
import type { Candidate } from './candidates.js';

/** Less evidence of a title is that of a part of it. The weights of the traits were fitted with this value. */
const WHOLE_MATCH = 0.85;
/** Batches of at most this many files have too few to show a habit. */
const FEW_FILES = 2;
/**
 * Traits that say, in addition to its probability, how reliable a claim is: the number of witnesses, what is only
 * guessed, and what contradicts it. Their weights are fitted on outcomes, like the probability's own.
 */
export function traitsOf(batch: Batch, candidate: Candidate, isLost: boolean): Record<string, number> {
  const values = new Map(candidate.items.map(({ kind, value }) => [kind, value]));
  const has = (kind: EvidenceKind): boolean => (values.get(kind) ?? 0) > 0;
  const title = values.get('title.match') ?? 0;
  const speaking = [...values].filter(([, value]) => value > 0).map(([kind]) => KINDS[kind]);
  const witnesses = new Set(speaking.flatMap(({ witness }) => witness ?? [])).size;
  const several = batch.tracks.length > 1;
  const said = candidate.items.some(({ kind, value }) => KINDS[kind].saysSlot && value > 0);
  const most = mostLikely(candidate.vetoes);
  const doubt = (kind: DoubtKind): number => candidate.doubts.find((file) => file.kind === kind)?.value ?? 0;
  return {
    few: batch.files.length <= FEW_FILES ? 1 : 0,
    onlyTrack: several ? 0 : 1,
    unwitnessed: several && witnesses === 0 ? 1 : 0,
    oneWitness: several && witnesses === 1 ? 1 : 0,
    guessedTitle: has('title.guessed') ? 1 : 0,
    partOfTitle: title > 0 && title < WHOLE_MATCH ? 1 : 0,
    unexplained: Math.min(1.5, values.get('title.unexplained') ?? values.get('title.other') ?? 0),
    slotUnsaid: !said && candidate.slot !== 'streaming_master' ? 1 : 0,
    lengthApart: has('duration.off') || has('duration.far') ? 1 : 0,
    vetoed: most < 1 ? 1 : 0,
    ruledOut: most <= 0.2 ? 1 : 0,
    superseded: doubt('competition.superseded'),
    rivalled: doubt('competition.rival'),
    undecided: doubt('competition.undecided'),
    lost: isLost ? 1 : 0,
  };
}
