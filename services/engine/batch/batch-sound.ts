import type { BatchFile } from '../reading/batch-file.js';
import type { Fingerprint, SuggestTrack } from '../types.js';
import { isShortened } from './shortened.js';
import { settleSiblings } from './siblings.js';
import { type AlignedPrint, isRetouched, SAME, SoundIndex, type SoundMatch } from './sound.js';
import type { SoundRelation, Sounds } from './types.js';

interface KnownSound {
  print: Fingerprint;
  track: number;
  file: number;
}

/**
 * Least agreement of two versions of one song. Measured: versions agree to 0.71 and more, different songs to 0.57 and
 * less, or 0.66 if they sound alike.
 */
const VERSION = 0.68;
const LEAD = 0.06;

/**
 * How much less than elsewhere a file agrees with the mix for a stretch of time. Masters lose at most 0.12,
 * instrumentals 0.2 and more, because vocals come and go. A limiter of 12 dB leaves an agreement of 0.8 throughout.
 */
const PARTS_MISSING = 0.16;
const LIMITED = 0.8;

/**
 * The known sounds of a track: the client's originals or, without any, the files that the engineer assigned or whose
 * title is certain.
 */
function knownSounds(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): KnownSound[] {
  return tracks.flatMap((track, t): KnownSound[] => {
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
 * A clean version comes from the same chain as its master and is as loud. If a limiter was changed or left out,
 * passages differ without having been edited.
 */
const SAME_CHAIN_DB = 1.5;

/** If the better track differs in more than this share of the bits in which the second differs, both may be meant. */
const TOO_NEAR = 0.75;

/**
 * Steady noise and tones resemble everything of their kind: if a sound matches a second track as well, it proves
 * nothing.
 */
const isAmbiguous = (agreement: number, rival: number): boolean =>
  Math.min(agreement, rival) >= VERSION &&
  1 - Math.max(agreement, rival) >= TOO_NEAR * (1 - Math.min(agreement, rival));

function relationOf({ agreement, missing }: SoundMatch, lead: number): SoundRelation {
  const isWhole = missing < PARTS_MISSING;
  if (agreement >= SAME && lead < 0) return 'unclear';
  if (agreement >= SAME && isWhole) return 'same';
  if (agreement >= VERSION && lead >= LEAD) return isWhole && agreement >= LIMITED ? 'same' : 'changed';
  return agreement <= 0.6 || lead <= -0.15 ? 'other' : 'unclear';
}

/** Files that are shorter than the track's sound because passages were cut out. */
function markShortened(
  track: SuggestTrack,
  files: readonly BatchFile[],
  known: readonly KnownSound[],
  relations: Map<number, SoundRelation>[],
  t: number,
): void {
  for (const { index, file } of files) {
    const relation = relations[index]!.get(t);
    const print = file.fingerprint;
    if (!print?.length || !file.durationS || (relation !== 'changed' && relation !== 'unclear')) continue;
    const isCut = known.some((other) => {
      const durationS = other.file < 0 ? track.durationS : files[other.file]?.file.durationS;
      return (
        other.track === t && other.file !== index && isShortened(print, other.print, (durationS ?? 0) - file.durationS!)
      );
    });
    if (isCut) relations[index]!.set(t, 'retouched');
  }
}

/** Files of a track in which passages were altered, found by comparing all of them with the same originals. */
function markRetouched(
  files: readonly BatchFile[],
  originals: readonly { print: Fingerprint; matches: readonly (SoundMatch | null)[] }[],
  relations: Map<number, SoundRelation>[],
  track: number,
): void {
  const same = relations.flatMap((relation, file) => (relation.get(track) === 'same' ? [file] : []));
  /** Null if no original is known well enough to decide. */
  const isAltered = (own: number, whole: number): boolean | null => {
    const [a, b] = [own, whole].map((file) => files[file]?.file.integratedLufs ?? NaN) as [number, number];
    if (Math.abs(a - b) > SAME_CHAIN_DB) return null;
    const verdicts = originals.flatMap(({ print, matches }) => {
      const [mine, theirs] = [placed(files[own], matches[own]), placed(files[whole], matches[whole])];
      return (mine && theirs && isRetouched(print, mine, theirs)) ?? [];
    });
    return verdicts.length > 0 ? verdicts.every(Boolean) : null;
  };
  // A limiter changes passages in every master, so a file counts as altered only if it differs from most of its
  // siblings.
  const altered = same.filter((own) => {
    const verdicts = same.flatMap((other) => (other === own ? [] : (isAltered(own, other) ?? [])));
    return verdicts.filter(Boolean).length * 2 > verdicts.length;
  });
  for (const file of altered) relations[file]!.set(track, 'retouched');
}

/** Null if the sound is not that of the original. */
function placed(each: BatchFile | undefined, match: SoundMatch | null | undefined): AlignedPrint | null {
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
    const best = new Map<number, SoundMatch>();
    matches[each.index]?.forEach((match, k) => {
      const { track, file } = known[k]!;
      if (match && file !== each.index && match.agreement > (best.get(track)?.agreement ?? 0)) best.set(track, match);
    });
    return best;
  });
  const relations = agreements.map((best) => {
    const ranked = [...best.values()].map(({ agreement }) => agreement).sort((a, b) => b - a);
    return new Map(
      [...best].flatMap(([track, match]) => {
        const rival = match.agreement === ranked[0] ? (ranked[1] ?? 0.5) : (ranked[0] ?? 0.5);
        if (isAmbiguous(match.agreement, rival)) return [];
        return [[track, relationOf(match, match.agreement - rival)] as const];
      }),
    );
  });
  tracks.forEach((track, t) => {
    markShortened(track, files, known, relations, t);
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
