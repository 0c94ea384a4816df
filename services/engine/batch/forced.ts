import type { BatchFile } from '../reading/batch-file.js';
import { TRIMMED_S } from './lengths.js';
import type { KnownLength } from './types.js';

/** With this many files of one kind, the remaining tracks can be distributed among them. */
const FEW = 4;

/** A file that matches a track's length this closely is not given to a track that it matches this much worse. */
const EXACT_S = 0.3;
const WORSE_S = 1.5;

/** Tracks of about that length. */
function nearTracks(lengths: readonly (KnownLength | null)[], seconds: number): number[] {
  const apart = lengths.map((known) => (known && known.file < 0 ? Math.abs(known.seconds - seconds) : Infinity));
  const most = Math.min(...apart) <= EXACT_S ? WORSE_S : TRIMMED_S;
  return apart.flatMap((by, t) => (by <= most ? [t] : []));
}

/** Features that files of different songs share: their format and the words that name a slot. */
const kindOf = ({ file, name }: BatchFile): string =>
  [file.sampleRateHz, file.bitDepth, ...new Set(name.words.map(({ wordClass }) => wordClass))]
    .filter((part) => part !== 'filler' && part !== 'main' && part !== 'useless')
    .sort()
    .join(' ');

/** Gives every file a different track (augmenting paths); null if that is impossible. */
function matching(choices: readonly (readonly number[])[]): Map<number, number> | null {
  const holder = new Map<number, number>();
  const place = (f: number, tried: Set<number>): boolean =>
    choices[f]!.some((t) => {
      if (tried.has(t)) return false;
      tried.add(t);
      const other = holder.get(t);
      if (other !== undefined && !place(other, tried)) return false;
      holder.set(t, f);
      return true;
    });
  return choices.every((_, f) => place(f, new Set())) ? holder : null;
}

/**
 * By index: the only track that remains for a file if every other file of its kind is to get a track of about its
 * length.
 */
export function tracksLeft(
  lengths: readonly (KnownLength | null)[],
  files: readonly BatchFile[],
): ReadonlyMap<number, number> {
  const left = new Map<number, number>();
  for (const group of Map.groupBy(
    files.filter(({ file, assignedTo }) => file.durationS && assignedTo < 0 && !file.isOriginal),
    kindOf,
  ).values()) {
    const choices = group.map(({ anchor, file }) => (anchor >= 0 ? [anchor] : nearTracks(lengths, file.durationS!)));
    const unnamed = group.filter(({ anchor }) => anchor < 0);
    const found = group.length < FEW || unnamed.length === 0 ? null : matching(choices);
    for (const [track, f] of found ?? []) {
      if (group[f]!.anchor >= 0) continue;
      const others = choices.map((tracks, o) => (o === f ? tracks.filter((t) => t !== track) : tracks));
      if (choices[f]!.length > 1 && !matching(others)) left.set(group[f]!.index, track);
    }
  }
  return left;
}
