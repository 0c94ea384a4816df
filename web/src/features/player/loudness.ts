import { playedLufs } from '../../lib/format/loudness';
import type { Piece, PlayerState } from './player-state';

type Comparison = Pick<PlayerState, 'heard' | 'blind'>;

/** Whether they fill the same slot, or are both mixes of the client. */
const areAlike = (one: Piece, other: Piece): boolean =>
  one.slotType === other.slotType && (one.fileType === 'upload') === (other.fileType === 'upload');

/**
 * The versions whose loudness is compared: the two of a blind comparison, otherwise those that were heard and the others
 * of their slots. A quieter format such as a vinyl master counts only once it is heard.
 */
function comparedOf(versions: Piece[], { heard, blind }: Comparison): Piece[] {
  if (blind) return versions.filter(({ id }) => id === blind.a.id || id === blind.b.id);
  const known = versions.filter(({ id }) => heard.includes(id));
  return versions.filter((version) => known.some((each) => areAlike(version, each)));
}

/**
 * Gain in decibels at which a version sounds as loud as the quietest that it is compared with. Nothing is turned up, so
 * nothing clips. A version of unknown loudness is unchanged.
 */
export function offsetDb(piece: Piece, versions: Piece[], { heard, blind }: Comparison): number {
  const lufs = playedLufs(piece.analysis);
  if (lufs === null) return 0;
  const compared = comparedOf(versions, { heard: [...heard, piece.id], blind });
  return Math.min(lufs, ...compared.flatMap(({ analysis }) => playedLufs(analysis) ?? [])) - lufs;
}

export const gainOf = (decibels: number): number => 10 ** (decibels / 20);
