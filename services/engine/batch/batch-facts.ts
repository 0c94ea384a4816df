import type { NameReading } from '../names/read.js';
import type { WordClass } from '../names/word-class.js';
import type { SuggestFile, SuggestTrack } from '../types.js';
import type { Batch, BatchFile, FormatClass, KnownLength } from './types.js';

export function formatOf(file: SuggestFile, name: NameReading): FormatClass {
  const container = file.container?.toLowerCase() ?? /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (/^(mp3|mpeg|aac|m4a|ogg|opus|vorbis)/.test(container)) return 'lossy';
  const rate = file.sampleRateHz || name.rateHz;
  const depth = file.bitDepth || (file.sampleRateHz ? null : name.bitDepth);
  if (!rate) return depth === 16 ? 'cd' : 'unknown';
  if (rate > 50_000) return 'high';
  return depth === 16 ? 'cd' : 'standard';
}

/** By class: the share of the names that hold a word of it. */
export function wordSharesOf(files: readonly BatchFile[]): Map<WordClass, number> {
  const classes = files.flatMap(({ name }) => [...new Set(name.words.map((word) => word.wordClass))]);
  const holders = Map.groupBy(classes, (wordClass) => wordClass);
  return new Map([...holders].map(([wordClass, all]) => [wordClass, all.length / files.length]));
}

/** Words of the name beside the title of track `t` that are no number, no habit and say nothing of a master. */
export function remarks(each: BatchFile, t: number): string[] {
  const plain = new Set<number>();
  for (const word of each.name.words)
    if (word.wordClass === 'main' || word.wordClass === 'filler')
      for (let i = word.from; i < word.to; i++) plain.add(i);
  return each.name.tokens.flatMap((token, i) =>
    !token.digits && !each.titles[t]?.consumed[i] && !each.explained[i] && !plain.has(i) ? [token.key] : [],
  );
}

export function knownLengths(tracks: readonly SuggestTrack[], files: BatchFile[]): (KnownLength | null)[] {
  return tracks.map((track, t) => {
    if (track.durationS) return { seconds: track.durationS, file: -1 };
    const siblings = files
      .filter((each) => (each.assignedTo === t || (each.assignedTo < 0 && each.anchor === t)) && each.file.durationS)
      .map((each) => ({ each, doubt: each.assignedTo === t ? -1 : remarks(each, t).length }))
      .sort((x, y) => x.doubt - y.doubt || x.each.index - y.each.index);
    const clearest = siblings[0]?.each;
    return clearest?.file.durationS ? { seconds: clearest.file.durationS, file: clearest.index } : null;
  });
}

/** Renders of one song differ by less, in seconds. */
export const SAME_LENGTH_S = 1;

/** The track whose original alone is as long as the file, −1 where none or several are. */
export function trackOfLength(tracks: readonly SuggestTrack[], { durationS }: SuggestFile): number {
  if (!durationS) return -1;
  const fitting = tracks.flatMap((track, t) =>
    track.durationS && Math.abs(track.durationS - durationS) <= SAME_LENGTH_S ? [t] : [],
  );
  return fitting.length === 1 ? fitting[0]! : -1;
}

/** A master may begin or end a little earlier than its original: seconds. */
const NEAR_S = 2.5;
/** The next track is so many times as far away, and seconds further. */
const LEAD = 3;
const LEAD_S = 4;

/** How clearly a length is that of the original of track `t` alone, trimmed: 0 where another comes near or is unknown. */
export function nearness(lengths: readonly (KnownLength | null)[], length: number, t: number): number {
  const apart = lengths.map((each) => (each && each.file < 0 ? Math.abs(each.seconds - length) : null));
  const own = apart[t];
  const others = apart.filter((_, o) => o !== t);
  if (own === null || own === undefined || own > NEAR_S || others.length === 0) return 0;
  if (others.some((other) => other === null || other < Math.max(LEAD * own, own + LEAD_S))) return 0;
  return 1 - own / (2 * NEAR_S);
}

/** So many files make a batch whose lengths tell, and this many seconds are trimmed at most. */
const FEW_LENGTHS = 3;
const TRIMMED_S = 4;

/** Most files are as long as no original: what fits may do so by chance. */
export function isUntimed(tracks: readonly SuggestTrack[], files: readonly BatchFile[]): boolean {
  const originals = tracks.flatMap(({ durationS }) => durationS ?? []);
  const lengths = files.flatMap(({ file }) => file.durationS ?? []);
  if (originals.length < tracks.length || lengths.length < FEW_LENGTHS) return false;
  const fitting = lengths.filter((length) => originals.some((known) => Math.abs(known - length) <= TRIMMED_S));
  return 2 * fitting.length < lengths.length;
}

const NO_MASTER = new Set([
  'acapella',
  'tv',
  'stem',
  'reference',
  'tone',
  'unfinished',
  'whole',
  'snippet',
  'sample',
  'spoken',
]);

export function formatsBeside(files: BatchFile[], count: number): Batch['formats'] {
  const all = new Set<FormatClass>();
  const byTrack = Array.from({ length: count }, () => new Set<FormatClass>());
  for (const file of files) {
    const track = file.assignedTo >= 0 ? file.assignedTo : file.likely;
    const consumed = track >= 0 ? file.titles[track]?.consumed : undefined;
    const foreign = file.name.words.some((word) => {
      if (word.strength < 1 || !NO_MASTER.has(word.wordClass)) return false;
      for (let i = word.from; i < word.to; i++) if (consumed?.[i] || file.claimed[i]) return false;
      return true;
    });
    if (foreign || file.format === 'lossy' || track < 0) continue;
    // before the probe, a file that names no format is taken for the ordinary one
    const format = file.format === 'unknown' ? 'standard' : file.format;
    all.add(format);
    byTrack[track]?.add(format);
  }
  return { all, byTrack };
}
