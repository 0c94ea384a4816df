import type { Piece } from './player-state';

/** Loudness of a version. */
export interface VersionLoudness {
  id: string;
  /** Integrated loudness in LUFS; null while unknown, and for silence. */
  lufs: number | null;
}

/**
 * Gain in decibels for each version, so that all sound as loud as the quietest. Nothing is turned up, so nothing clips.
 * A version of unknown loudness is unchanged.
 */
export function offsetsDb(versions: VersionLoudness[]): Map<string, number> {
  const known = versions.flatMap(({ lufs }) => lufs ?? []);
  const quietest = Math.min(...known);
  return new Map(versions.map(({ id, lufs }) => [id, lufs === null ? 0 : quietest - lufs]));
}

export const gainOf = (decibels: number): number => 10 ** (decibels / 20);

export const loudnessOf = ({ id, analysis }: Pick<Piece, 'id' | 'analysis'>): VersionLoudness => ({
  id,
  lufs: analysis.loudness?.integratedLufs ?? null,
});

/** Linear gain at which a version sounds as loud as the quietest of `versions`. */
export const matchedGain = (piece: Piece, versions: Piece[]): number =>
  gainOf(offsetsDb(versions.map(loudnessOf)).get(piece.id) ?? 0);
