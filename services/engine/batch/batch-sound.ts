import type { Fingerprint, SuggestTrack } from '../types.js';
import { settleSiblings } from './siblings.js';
import { isRetouched, type Placed, SAME, SoundIndex, type SoundMatch } from './sound.js';
import type { BatchFile, SoundRelation, Sounds } from './types.js';

interface Known {
  print: Fingerprint;
  track: number;
  file: number;
}

/** Agreement of versions of one song, by measurement 0.71 and more; of other songs 0.57 and less, 0.66 in like sound. */
const VERSION = 0.68;
const LEAD = 0.06;

/**
 * Known sounds of a track are the client's originals and, where there are none, the files that the engineer assigned
 * or whose title is beyond doubt.
 */
function knownSounds(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): Known[] {
  return tracks.flatMap((track, t): Known[] => {
    const originals = (track.references ?? []).filter((print) => print.length > 0);
    if (originals.length > 0) return originals.map((print) => ({ print, track: t, file: -1 }));
    return files.flatMap((each) => {
      const print = each.file.fingerprint;
      return print?.length && (each.assignedTo === t || each.anchor === t)
        ? [{ print, track: t, file: each.index }]
        : [];
    });
  });
}

/**
 * A clean version comes out of its master's own chain, as loud as that: where a limiter was turned or left out, passages
 * differ that nobody altered.
 */
const SAME_CHAIN_DB = 1.5;

function relationOf(agreement: number, lead: number): SoundRelation {
  if (agreement >= SAME) return lead >= 0 ? 'same' : 'unclear';
  if (agreement >= VERSION && lead >= LEAD) return 'changed';
  return agreement <= 0.6 || lead <= -0.15 ? 'other' : 'unclear';
}

/** Files of a track that another file shows to be altered in places, each held against the same originals. */
function markRetouched(
  files: readonly BatchFile[],
  originals: readonly { print: Fingerprint; matches: readonly (SoundMatch | null)[] }[],
  relations: Map<number, SoundRelation>[],
  track: number,
): void {
  const same = relations.flatMap((relation, file) => (relation.get(track) === 'same' ? [file] : []));
  /** Null where no original can tell. */
  const isAltered = (own: number, whole: number): boolean | null => {
    const [a, b] = [own, whole].map((file) => files[file]?.file.integratedLufs ?? NaN) as [number, number];
    if (Math.abs(a - b) > SAME_CHAIN_DB) return null;
    const verdicts = originals.flatMap(({ print, matches }) => {
      const [mine, theirs] = [placed(files[own], matches[own]), placed(files[whole], matches[whole])];
      return (mine && theirs && isRetouched(print, mine, theirs)) ?? [];
    });
    return verdicts.length > 0 ? verdicts.every(Boolean) : null;
  };
  // a limiter bends passages too, in every master that it shaped: only against most of its siblings is a file altered
  const altered = same.filter((own) => {
    const verdicts = same.flatMap((other) => (other === own ? [] : (isAltered(own, other) ?? [])));
    return verdicts.filter(Boolean).length * 2 > verdicts.length;
  });
  for (const file of altered) relations[file]!.set(track, 'retouched');
}

/** Null where the sound is not that of the original. */
function placed(each: BatchFile | undefined, match: SoundMatch | null | undefined): Placed | null {
  const print = each?.file.fingerprint;
  return print && match && match.agreement >= SAME ? { print, shift: match.shift } : null;
}

/** Compares every file's fingerprint with the known sounds of all tracks. */
export function compareSounds(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): Sounds {
  const known = knownSounds(tracks, files);
  if (known.length === 0 || !files.some((each) => each.file.fingerprint?.length))
    return { ofTrack: () => null, trackOf: () => -1 };
  const index = new SoundIndex(known.map((each) => each.print));
  const matches = files.map(({ file: { fingerprint } }) => (fingerprint?.length ? index.compare(fingerprint) : []));
  const agreements = files.map((each) => {
    const best = new Map<number, number>();
    matches[each.index]?.forEach((match, k) => {
      const { track, file } = known[k]!;
      if (match && file !== each.index && match.agreement > (best.get(track) ?? 0)) best.set(track, match.agreement);
    });
    return best;
  });
  const relations = agreements.map((best) => {
    const ranked = [...best.values()].sort((a, b) => b - a);
    return new Map(
      [...best].map(([track, agreement]) => {
        const rival = agreement === ranked[0] ? (ranked[1] ?? 0.5) : (ranked[0] ?? 0.5);
        return [track, relationOf(agreement, agreement - rival)] as const;
      }),
    );
  });
  tracks.forEach((track, t) => {
    settleSiblings(files, relations, agreements, t);
    if (!track.references?.some((print) => print.length > 0)) return;
    const originals = known.flatMap(({ print, track: of }, k) =>
      of === t ? [{ print, matches: matches.map((each) => each[k] ?? null) }] : [],
    );
    markRetouched(files, originals, relations, t);
  });
  const tracksOf = relations.map(
    (relation) => [...relation].find(([, what]) => what === 'same' || what === 'retouched' || what === 'changed')?.[0],
  );
  return {
    ofTrack: (file, track) => relations[file]?.get(track) ?? null,
    trackOf: (file) => tracksOf[file] ?? -1,
  };
}
