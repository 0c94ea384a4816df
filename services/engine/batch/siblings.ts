import type { BatchFile } from '../reading/batch-file.js';
import type { Fingerprint } from '../types.js';
import { SoundIndex, type SoundMatch } from './sound.js';
import type { SoundRelation } from './types.js';

/**
 * Measured on eighty real songs: masters of one song agree with each other to 0.94 and more, however they are limited,
 * and with their instrumental to 0.904 at most. An instrumental whose vocals are soft or rare agrees as well, but
 * misses 0.1 and more for a stretch, and 0.12 of the mix. Masters miss that much only if one is limited by 10 dB and
 * the other not at all. Compared with the mix, an instrumental agrees as well as a heavily limited master; that is why
 * siblings are compared first.
 */
const SIBLINGS = 0.94;
const APART = 0.92;
const WHOLE = 0.08;
const PART_MISSING = 0.1;
const OF_ORIGINAL = 0.12;
/**
 * How much closer to the original one group of siblings must be to count as the unaltered song, and how much more of it
 * the group must contain.
 */
const CLOSER = 0.03;
const MORE = 0.05;

interface Member {
  file: number;
  print: Fingerprint;
  /** agreement with the track's original */
  original: number;
  /** what it lacks for a stretch that the original has */
  missing: number;
  /** 1 in a slot for the whole song, −1 in a slot for a version or if named as one, otherwise 0 */
  placed: -1 | 0 | 1;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Groups whose members agree directly or through other members. */
function groupsOf(members: readonly Member[], alike: (a: number, b: number) => boolean): number[][] {
  const groups: number[][] = [];
  const left = new Set(members.keys());
  for (const first of left) {
    left.delete(first);
    const group = [first];
    for (const one of group)
      for (const other of left)
        if (alike(one, other)) {
          left.delete(other);
          group.push(other);
        }
    groups.push(group);
  }
  return groups;
}

/**
 * The group that is the unaltered song: decided by what the engineer has assigned, then by the original, then by the
 * number of files.
 */
function wholeGroup(members: readonly Member[], groups: readonly number[][]): number[] | null {
  const placed = groups.filter((group) => {
    const places = group.map((i) => members[i]!.placed);
    return places.includes(1) && !places.includes(-1);
  });
  if (placed.length > 1) return placed.flat();
  const rated = groups.map((group) => ({
    group,
    placed: Math.max(...group.map((i) => members[i]!.placed)) + Math.min(...group.map((i) => members[i]!.placed)),
    original: mean(group.map((i) => members[i]!.original)),
    missing: mean(group.map((i) => members[i]!.missing)),
  }));
  rated.sort((a, b) => {
    if (a.placed !== b.placed) return b.placed - a.placed;
    if (Math.abs(a.missing - b.missing) >= MORE) return a.missing - b.missing;
    const closer = b.original - a.original;
    return Math.abs(closer) >= CLOSER ? closer : b.group.length - a.group.length || closer;
  });
  const [first, second] = rated;
  if (!first || !second) return first?.group ?? null;
  const told =
    first.placed > second.placed ||
    second.missing - first.missing >= MORE ||
    first.original - second.original >= CLOSER ||
    first.group.length > second.group.length;
  return told ? first.group : null;
}

/**
 * Compares the files of one track with each other. Files that agree with the group of the whole song are the same
 * version, however hard they are limited. A file outside that group is another version, however well it agrees with the
 * original.
 */
export function settleSiblings(
  files: readonly BatchFile[],
  relations: readonly Map<number, SoundRelation>[],
  originals: readonly Map<number, SoundMatch>[],
  track: number,
): void {
  const members = files.flatMap(({ index, file, name, assignedTo }): Member[] => {
    const relation = relations[index]!.get(track);
    const elsewhere = [...relations[index]!].some(
      ([t, other]) => t !== track && (other === 'same' || other === 'changed'),
    );
    const own =
      assignedTo === track ||
      (assignedTo < 0 && !elsewhere && (relation === 'same' || relation === 'changed' || relation === 'unclear'));
    if (!own || !file.fingerprint?.length) return [];
    const slot = file.assigned?.slotType;
    const version = slot
      ? slot === 'instrumental_master' || slot === 'clean_master'
      : name.words.some(({ wordClass }) => wordClass === 'instrumental' || wordClass === 'clean');
    const placed = version ? -1 : slot ? 1 : 0;
    const { agreement: original = 0, missing = 0 } = originals[index]!.get(track) ?? {};
    return [{ file: index, print: file.fingerprint, original, missing, placed }];
  });
  if (members.length < 2) return;
  const index = new SoundIndex(members.map(({ print }) => print));
  const matches = members.map(({ print }) => index.compare(print));
  const match = (a: number, b: number): SoundMatch | null => {
    const [one, other] = [matches[a]![b] ?? null, matches[b]![a] ?? null];
    return one && other && other.agreement > one.agreement ? other : (one ?? other);
  };
  const alike = (a: number, b: number): boolean => {
    const found = match(a, b);
    return found !== null && found.agreement >= SIBLINGS && found.missing < WHOLE;
  };
  const apart = (a: number, b: number): boolean => {
    const found = match(a, b);
    const misses = members[a]!.original === 0 || members[a]!.missing >= OF_ORIGINAL;
    return found === null || found.agreement <= APART || (misses && found.missing >= PART_MISSING);
  };
  const whole = wholeGroup(members, groupsOf(members, alike));
  if (!whole) return;
  members.forEach(({ file }, i) => {
    const relation = relations[file]!.get(track);
    if (whole.includes(i)) {
      if (relation === 'changed' || relation === 'unclear') relations[file]!.set(track, 'same');
    } else if (relation !== undefined && whole.every((other) => apart(i, other)))
      relations[file]!.set(track, 'changed');
  });
}
