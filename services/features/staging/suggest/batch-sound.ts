import { relationOf, SoundIndex, type SoundMatch, type SoundRelation } from './sound.js';
import type { SuggestTrack } from './types.js';
import type { BatchFile } from './batch.js';

/** Comparison of every file's sound with what is known to belong to each track. */
export interface Sounds {
  /** null when either side has no fingerprint */
  ofTrack(file: number, track: number): SoundRelation | null;
  matchOf(file: number, track: number): SoundMatch | null;
}

const RANK: Record<SoundRelation, number> = { same: 4, retouched: 3, changed: 2, unclear: 1, other: 0 };

/**
 * Known sounds of a track are the client's originals and, where there are none, the files that the engineer assigned
 * or whose title is beyond doubt.
 */
export function compareSounds(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): Sounds {
  const prints: { print: ArrayLike<number>; track: number; file: number }[] = [];
  tracks.forEach((track, t) => {
    const originals = (track.references ?? []).filter((print) => print.length > 0);
    originals.forEach((print) => prints.push({ print, track: t, file: -1 }));
    if (originals.length > 0) return;
    for (const each of files) {
      const print = each.file.fingerprint;
      if (print?.length && (each.assignedTo === t || each.anchor === t)) prints.push({ print, track: t, file: each.index });
    }
  });
  if (prints.length === 0 || !files.some((each) => each.file.fingerprint?.length)) return { ofTrack: () => null, matchOf: () => null };
  const index = new SoundIndex(prints.map((each) => each.print));
  const best = files.map((each) => {
    const byTrack = new Map<number, SoundMatch>();
    const print = each.file.fingerprint;
    if (!print?.length) return byTrack;
    index.compare(print).forEach((match, p) => {
      const known = prints[p]!;
      if (!match || known.file === each.index) return;
      const before = byTrack.get(known.track);
      if (!before || match.agreement > before.agreement) byTrack.set(known.track, match);
    });
    return byTrack;
  });
  const relation = (file: number, track: number): SoundRelation | null => {
    const match = best[file]?.get(track);
    return match ? relationOf(match) : null;
  };
  return { ofTrack: relation, matchOf: (file, track) => best[file]?.get(track) ?? null };
}

/** The track that a file's sound points at most clearly, with the relation; null when none. */
export function soundTrack(sounds: Sounds, file: number, count: number): { track: number; relation: SoundRelation } | null {
  let found: { track: number; relation: SoundRelation } | null = null;
  for (let track = 0; track < count; track++) {
    const relation = sounds.ofTrack(file, track);
    if (relation && RANK[relation] >= 2 && (!found || RANK[relation] > RANK[found.relation])) found = { track, relation };
  }
  return found;
}
