import { listLevelDb } from '../../lib/audio/list-level';
import { heardLufs } from '../../lib/format/loudness';
import type { Piece, PlayerState } from './player-state';
import type { Quality } from './quality';

type Comparison = Pick<PlayerState, 'heard' | 'blind' | 'matched' | 'queue'>;

/** Fields besides the versions with which the level of what is loaded may change. */
export const AFFECT_GAINS = ['blind', 'matched', 'queue'] as const satisfies (keyof Comparison)[];

/** Whether they fill the same slot, or are both mixes of the client. */
const areAlike = (one: Piece, other: Piece): boolean =>
  one.slotType === other.slotType && (one.fileType === 'upload') === (other.fileType === 'upload');

/**
 * The versions whose loudness is compared: the two of a blind comparison, otherwise those that were heard and the others
 * of their slots. A quieter format such as a vinyl master counts only once it is heard.
 */
function comparedOf(versions: Piece[], { heard, blind }: Pick<Comparison, 'heard' | 'blind'>): Piece[] {
  if (blind) return versions.filter(({ id }) => id === blind.a.id || id === blind.b.id);
  const known = versions.filter(({ id }) => heard.includes(id));
  return versions.filter((version) => known.some((each) => areAlike(version, each)));
}

/** Whole decibels by which a file is played lower than it is, so that nothing clips. */
const loweredDb = ({ analysis }: Piece): number => analysis.played?.loweredDb ?? 0;

/**
 * Gain in decibels at which a version is played beside those that it is compared with. If loudness is matched, it sounds
 * as loud as the quietest of them; a version of unknown loudness is unchanged. Otherwise it keeps its level beside those,
 * and the others of the list, that are played lower than they are. Nothing is turned up, so nothing clips.
 */
function offsetDb(piece: Piece, versions: Piece[], { heard, blind, matched, queue }: Comparison): number {
  const levelOf = (version: Piece) => (matched ? heardLufs(version.analysis) : -loweredDb(version));
  const level = levelOf(piece);
  if (level === null) return 0;
  const compared = comparedOf(versions, { heard: [...heard, piece.id], blind });
  const inList = matched || blind ? [] : [-listLevelDb(queue.map(({ piece: other }) => loweredDb(other)))];
  return Math.min(level, ...inList, ...compared.flatMap((version) => levelOf(version) ?? [])) - level;
}

/** Decibels, at most 0, by which a version is played lower than its file is. */
export const turnedDownDb = (piece: Piece, versions: Piece[], comparison: Comparison): number =>
  offsetDb(piece, versions, comparison) - loweredDb(piece);

/** The same in a quality: previews and lossless versions are lowered already when they are made. */
export function playedDb(piece: Piece, versions: Piece[], comparison: Comparison, quality: Quality): number {
  const turned = turnedDownDb(piece, versions, comparison);
  return quality === 'original' ? turned : turned + loweredDb(piece);
}

export const gainOf = (decibels: number): number => 10 ** (decibels / 20);
