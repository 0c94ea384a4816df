/** What of a version decides how loud it is played. */
export interface VersionLoudness {
  id: string;
  /** Integrated loudness in LUFS; null while it is not known, and of silence. */
  lufs: number | null;
}

/**
 * Decibels by which each version is turned down so that all sound as loud as the quietest; nothing is ever turned up,
 * so nothing clips. A version of unknown loudness stays as it is.
 */
export function offsetsDb(versions: VersionLoudness[]): Map<string, number> {
  const known = versions.flatMap(({ lufs }) => lufs ?? []);
  const quietest = Math.min(...known);
  return new Map(versions.map(({ id, lufs }) => [id, lufs === null ? 0 : quietest - lufs]));
}

export const gainOf = (decibels: number): number => 10 ** (decibels / 20);
