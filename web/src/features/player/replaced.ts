import { type Piece, placeInQueue, type PlayerState, type QueuedPiece } from './player-state';

/**
 * Finds the newer version of the loaded piece in a newer list: by what is known already to have its place in the old one,
 * else by its title, else by its place. Returns undefined if it is not replaced.
 */
export function replacementOf(
  state: Pick<PlayerState, 'queue'> & { piece: Piece },
  newer: QueuedPiece[],
): QueuedPiece | undefined {
  const { piece, queue } = state;
  if (newer.some((item) => item.piece.id === piece.id)) return undefined;
  const known = queue[placeInQueue(state)];
  const now = newer.find((item) => item.piece.id === known?.piece.id);
  if (now) return now;
  const isKept = (item: QueuedPiece) => queue.some((old) => old.piece.id === item.piece.id);
  const candidates = newer.filter((item) => !isKept(item));
  const sameTitle = candidates.find((item) => item.piece.track_title === piece.track_title);
  const samePlace = newer.length === queue.length ? newer[placeInQueue(state)] : undefined;
  return sameTitle ?? candidates.find((item) => item === samePlace);
}

/** A newer list in which the loaded piece keeps the place of what has replaced it, so that the next one follows. */
export function withReplaced(newer: QueuedPiece[], replacement: QueuedPiece, loaded: Piece): QueuedPiece[] {
  return newer.map((item) => (item === replacement ? { ...item, versions: [...item.versions, loaded] } : item));
}
