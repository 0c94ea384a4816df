import type { BatchFile } from '../reading/batch-file.js';
import type { SuggestFile, SuggestTrack } from '../types.js';
import { remarks } from './batch-facts.js';
import type { KnownLength } from './types.js';

/** A length that differs by this share belongs to another version. */
const ANOTHER_LENGTH = 0.05;

/**
 * The length of each track: its original's, plus what all masters of the batch add; without an original, the length of
 * the most plainly named file.
 */
export function knownLengths(tracks: readonly SuggestTrack[], files: BatchFile[]): (KnownLength | null)[] {
  const shift = commonShift(tracks, files);
  return tracks.map((track, t) => {
    if (track.durationS) return { seconds: track.durationS + shift, file: -1, shift };
    const siblings = files
      .filter((each) => (each.assignedTo === t || (each.assignedTo < 0 && each.anchor === t)) && each.file.durationS)
      .map((each) => ({ each, doubt: each.assignedTo === t ? -1 : remarks(each, t).length }))
      .sort((x, y) => x.doubt - y.doubt || x.each.index - y.each.index);
    const clearest = siblings[0]?.each;
    // Two equally plain names of different lengths: neither shows the song's length.
    const differ = siblings.some(
      ({ each, doubt }) =>
        doubt === siblings[0]!.doubt && Math.abs(each.file.durationS! / clearest!.file.durationS! - 1) > ANOTHER_LENGTH,
    );
    if (differ) return null;
    return clearest?.file.durationS ? { seconds: clearest.file.durationS, file: clearest.index, shift: 0 } : null;
  });
}

/** Renders of one song differ by less, in seconds. */
export const SAME_LENGTH_S = 1;

/** How many seconds a master may begin or end before its original. */
const NEAR_S = 2.5;
/** The next track must be this many times, and this many seconds, further away. */
const LEAD = 3;
const LEAD_S = 4;

/**
 * How clearly a length belongs to the trimmed original of track `t` alone; 0 if another track is close or its length is
 * unknown.
 */
export function nearness(lengths: readonly (KnownLength | null)[], length: number, t: number): number {
  const apart = lengths.map((each) => (each && each.file < 0 ? Math.abs(each.seconds - length) : null));
  const own = apart[t];
  const others = apart.filter((_, o) => o !== t);
  if (own === null || own === undefined || own > NEAR_S || others.length === 0) return 0;
  if (others.some((other) => other === null || other < Math.max(LEAD * own, own + LEAD_S))) return 0;
  return 1 - own / (2 * NEAR_S);
}

/** The only track whose original is about as long as the file; −1 for none or several. */
export function trackOfLength(lengths: readonly (KnownLength | null)[], { durationS }: SuggestFile): number {
  if (!durationS) return -1;
  const fitting = lengths.flatMap((known, t) =>
    known && known.file < 0 && Math.abs(known.seconds - durationS) <= SAME_LENGTH_S ? [t] : [],
  );
  if (fitting.length === 1) return fitting[0]!;
  return fitting.length > 1 ? -1 : lengths.findIndex((_, t) => nearness(lengths, durationS, t) > 0);
}

/** Seconds of silence that all masters add or remove at the start. Less is not a habit; more makes another version. */
const SHIFT = { least: 1.2, most: 12 };
/** Differences within this tolerance are one habit. */
const SHIFT_S = 0.35;
/** This many songs, and this share of the lengths, establish the habit. */
const SHIFTED_SONGS = 4;
const SHIFTED_SHARE = 0.75;

/**
 * How many seconds the masters are longer than their originals, if all are by the same amount (one lead-in for all);
 * otherwise 0.
 */
export function commonShift(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): number {
  const lengths = files.flatMap(({ file, anchor }) =>
    file.durationS && !file.isOriginal ? [{ seconds: file.durationS, anchor }] : [],
  );
  const originals = tracks.flatMap(({ durationS }, track) => (durationS ? [{ seconds: durationS, track }] : []));
  if (originals.length < Math.max(SHIFTED_SONGS, tracks.length)) return 0;
  const pairs = lengths.flatMap(({ seconds, anchor }) =>
    originals.flatMap((known) =>
      anchor < 0 || anchor === known.track
        ? [{ length: seconds, track: known.track, by: seconds - known.seconds }]
        : [],
    ),
  );
  const near = (by: number, within: number): typeof pairs => pairs.filter((pair) => Math.abs(pair.by - by) <= within);
  const songs = (some: typeof pairs): number => new Set(some.map(({ track }) => track)).size;
  const candidates = pairs.filter(({ by }) => Math.abs(by) >= SHIFT.least && Math.abs(by) <= SHIFT.most);
  const tenths = new Set(candidates.map(({ by }) => Math.round(10 * by)));
  const ranked = [...tenths].map((tenth) => near(tenth / 10, SHIFT_S)).sort((a, b) => songs(b) - songs(a));
  const [best] = ranked;
  if (!best || songs(best) < SHIFTED_SONGS || songs(near(0, SAME_LENGTH_S)) * 2 > songs(best)) return 0;
  if (new Set(best.map(({ length }) => length)).size < SHIFTED_SHARE * lengths.length) return 0;
  const shifts = best.map(({ by }) => by).sort((a, b) => a - b);
  return Number(shifts[Math.floor(shifts.length / 2)]!.toFixed(2));
}

/** Names with one of these words belong to a part or another version, whose length is not the song's. */
const isEdit = ({ name }: BatchFile): boolean =>
  name.words.some(
    ({ wordClass, text }) => wordClass === 'edit' || (wordClass === 'clean' && /radio|rad|edit|short/i.test(text)),
  );
/** A file this many times as long as its edit is the song itself. */
const FULL = 1.1;

/**
 * By index: tracks whose known length is that of their edit, with the file that shows it. A radio edit has that length,
 * and the song itself is much longer.
 */
export function lengthsOfEdits(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): Map<number, BatchFile> {
  const edits = new Map<number, BatchFile>();
  tracks.forEach(({ durationS }, t) => {
    const own = files.filter(({ anchor, file }) => anchor === t && file.durationS);
    const edit = own.find(
      (each) => isEdit(each) && durationS && Math.abs(each.file.durationS! - durationS) <= SAME_LENGTH_S,
    );
    if (edit && own.some((each) => !isEdit(each) && each.file.durationS! >= FULL * durationS!)) edits.set(t, edit);
  });
  return edits;
}

/** If renders keep their originals' lengths this closely (seconds), a larger difference means another song. */
const EXACT_S = 0.3;
/** This many songs of different lengths show how exact lengths are. */
const EXACT_SONGS = 3;

/** How closely a file's length matches its original in this batch, in seconds. */
export function toleranceOf(lengths: readonly (KnownLength | null)[], files: readonly BatchFile[]): number {
  const apart = new Map<number, number>();
  for (const { file } of files) {
    const [nearest, next] = lengths
      .flatMap((known, t) =>
        known && known.file < 0 && file.durationS ? [{ t, by: Math.abs(known.seconds - file.durationS) }] : [],
      )
      .sort((a, b) => a.by - b.by);
    if (!nearest || nearest.by > SAME_LENGTH_S || (next?.by ?? Infinity) < LEAD_S) continue;
    apart.set(nearest.t, Math.max(apart.get(nearest.t) ?? 0, nearest.by));
  }
  return apart.size >= EXACT_SONGS && Math.max(...apart.values()) <= EXACT_S ? EXACT_S : SAME_LENGTH_S;
}

/** This many files with useless names, and this many songs among them, show whether their lengths are informative. */
const TIMED_FILES = 4;
const TIMED_SONGS = 3;
const TIMED = { from: 0.6, to: 0.9 };

/**
 * 0 to 1: how far the files without a title in their names each match the length of one track, more of them than by
 * chance.
 */
export function timedOf(lengths: readonly (KnownLength | null)[], files: readonly BatchFile[]): number {
  const unnamed = files.filter(({ anchor, file }) => anchor < 0 && file.durationS);
  const originals = lengths.flatMap((known) => (known && known.file < 0 ? [known.seconds] : []));
  if (unnamed.length < TIMED_FILES || originals.length < lengths.length) return 0;
  const fitting = unnamed
    .map(({ file }) => originals.flatMap((s, t) => (Math.abs(s - file.durationS!) <= SAME_LENGTH_S ? [t] : [])))
    .filter((tracks) => tracks.length === 1);
  if (new Set(fitting.flat()).size < TIMED_SONGS) return 0;
  const range = Math.max(...originals) - Math.min(...originals) + 1;
  const byChance = Math.min(1, (2 * SAME_LENGTH_S * originals.length) / range);
  const share = (fitting.length / unnamed.length - byChance) / Math.max(0.1, 1 - byChance);
  return Math.max(0, Math.min(1, (share - TIMED.from) / (TIMED.to - TIMED.from)));
}

/** Lengths are informative in batches of at least this many files. */
const FEW_LENGTHS = 3;
/** A master is at most this many seconds longer or shorter than its original. */
export const TRIMMED_S = 3;

/** Most files match no original's length, so the others may match by chance. */
export function isUntimed(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): boolean {
  const originals = tracks.flatMap(({ durationS }) => durationS ?? []);
  const lengths = files.flatMap(({ file }) => file.durationS ?? []);
  if (originals.length < tracks.length || lengths.length < FEW_LENGTHS) return false;
  const fitting = lengths.filter((length) => originals.some((known) => Math.abs(known - length) <= TRIMMED_S));
  return 2 * fitting.length < lengths.length;
}
