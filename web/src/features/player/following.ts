import type { FollowingTrack } from '../../lib/audio/upcoming';
import type { Version } from '../../lib/audio/version';
import { nextInQueue, type Piece, type PlayerState } from './player-state';

/** Parts of the state that decide which piece follows, and how it is played. */
export const AFFECT_FOLLOWING = [
  'piece',
  'versions',
  'queue',
  'matched',
  'blind',
  'full',
] as const satisfies (keyof PlayerState)[];

/**
 * The next piece of the list, if the engine can play it without a break. One with another sample rate begins when the
 * current one has ended, because it needs another output.
 */
export function followingOf(
  state: PlayerState,
  hasSameRate: (piece: Piece) => boolean,
  versionOf: (piece: Piece, versions: Piece[]) => Version,
): FollowingTrack | null {
  const next = state.blind ? null : nextInQueue(state);
  if (!next || !hasSameRate(next.piece)) return null;
  const version = { ...versionOf(next.piece, next.versions), shiftS: 0, rough: false };
  return { version, gapS: next.gapS ?? 0 };
}
