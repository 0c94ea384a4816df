import type { BatchFile } from '../reading/batch-file.js';
import { SERIES } from '../reading/thresholds.js';
import { trackNumberOf } from '../reading/track-number.js';
import type { SuggestTrack } from '../types.js';
import { trackOfLength } from './lengths.js';
import type { KnownLength, Numbering } from './types.js';

/** Learns each group's offset and reliability from files whose title is certain or whose length fits only one track. */
export function readNumbering(
  tracks: readonly SuggestTrack[],
  files: readonly BatchFile[],
  lengths: readonly (KnownLength | null)[],
): Numbering {
  const votes = new Map<string, Map<number, number>>();
  const highest = new Map<string, number>();
  let hundreds = 0;
  for (const each of files) {
    const mark = trackNumberOf(each, Math.max(0, each.anchor));
    if (!mark) continue;
    if (mark.group.startsWith('hundred')) hundreds++;
    highest.set(mark.group, Math.max(highest.get(mark.group) ?? 0, mark.position));
    const number = tracks[each.anchor >= 0 ? each.anchor : trackOfLength(lengths, each.file)]?.trackNumber;
    if (number === undefined) continue;
    const group = votes.get(mark.group) ?? new Map<number, number>();
    votes.set(mark.group, group.set(number - mark.position, (group.get(number - mark.position) ?? 0) + 1));
  }
  const learnt = new Map<string, { offset: number; trust: number }>();
  const groups = [...highest.keys()].sort();
  for (const group of groups) {
    const ranked = [...(votes.get(group) ?? [])].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]));
    const total = ranked.reduce((sum, [, n]) => sum + n, 0);
    const following = followingOffset(group, groups, learnt, highest);
    const top = ranked[0];
    const shifted = top && top[0] !== following && (top[1] < 2 || top[1] / total < 0.6);
    const offset = top && !shifted ? top[0] : following;
    const agree = ranked.find(([candidate]) => candidate === offset)?.[1] ?? 0;
    // A single 808 is not disc 8.
    if (total === 0 && group.startsWith('hundred') && hundreds < 3) learnt.set(group, { offset, trust: 0.1 });
    else learnt.set(group, { offset, trust: (agree + 2) / (agree + 2 + 2 * (total - agree)) });
  }
  return {
    offset: (group) => learnt.get(group)?.offset ?? 0,
    trust: (group) => learnt.get(group)?.trust ?? 1,
  };
}

/**
 * Groups whose numbers are track numbers because they form a series: several numbers from 1 on and, together with the
 * other groups, almost as many as there are tracks.
 */
export function rowsOf(
  tracks: readonly SuggestTrack[],
  files: readonly BatchFile[],
  numbering: Numbering,
): ReadonlySet<string> {
  const marks = files.flatMap((each) => trackNumberOf(each, Math.max(0, each.anchor)) ?? []);
  const numbers = new Set(marks.map(({ group, position }) => position + numbering.offset(group)));
  const within = tracks.filter(({ trackNumber }) => numbers.has(trackNumber)).length;
  if (within < Math.min(SERIES.least, tracks.length) || within < SERIES.share * tracks.length) return new Set();
  const fromNought = new Set(
    marks.flatMap(({ group, position }) => (position === 0 && numbering.offset(group) === 0 ? [group] : [])),
  );
  return new Set(marks.flatMap(({ group }) => (fromNought.has(group) ? [] : [group])));
}

/** Sides and discs continue the numbering of the previous one, unless titles contradict that. */
function followingOffset(
  group: string,
  groups: string[],
  learnt: Map<string, { offset: number }>,
  highest: Map<string, number>,
): number {
  if (group === '') return 0;
  const kind = group.split(' ')[0] ?? '';
  const before = groups.filter((other) => other.startsWith(`${kind} `) && other < group).at(-1);
  return before === undefined ? 0 : (learnt.get(before)?.offset ?? 0) + (highest.get(before) ?? 0);
}
