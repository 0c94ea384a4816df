import type { Fingerprint } from '../types.js';
import { SoundIndex } from './sound.js';
import type { BatchFile, SoundRelation } from './types.js';

/*
 * Measured on forty real songs: masters of one song agree with each other to 0.964 and more, however they are limited,
 * and with their instrumental to 0.904 at most. Against the client's mix an instrumental agrees as well as a heavily
 * limited master does, so that siblings are asked first and the original second.
 */
const SIBLINGS = 0.94;
const APART = 0.92;
/** How much closer to the original one group of siblings has to be to be the song as it is. */
const CLOSER = 0.03;

interface Member {
  file: number;
  print: Fingerprint;
  /** agreement with the track's original */
  original: number;
  /** 1 in a slot that takes the whole song, −1 in one of its versions or named as such, 0 otherwise */
  placed: -1 | 0 | 1;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Groups whose members agree, directly or through others. */
function groupsOf(members: readonly Member[], agreement: (a: number, b: number) => number): number[][] {
  const groups: number[][] = [];
  const left = new Set(members.keys());
  for (const first of left) {
    left.delete(first);
    const group = [first];
    for (const one of group)
      for (const other of left)
        if (agreement(one, other) >= SIBLINGS) {
          left.delete(other);
          group.push(other);
        }
    groups.push(group);
  }
  return groups;
}

/** The group that is the song as it is: what the engineer placed says so, then the original, then the number of files. */
function wholeGroup(members: readonly Member[], groups: readonly number[][]): number[] | null {
  const rated = groups.map((group) => ({
    group,
    placed: Math.max(...group.map((i) => members[i]!.placed)) + Math.min(...group.map((i) => members[i]!.placed)),
    original: mean(group.map((i) => members[i]!.original)),
  }));
  rated.sort((a, b) => {
    if (a.placed !== b.placed) return b.placed - a.placed;
    const closer = b.original - a.original;
    return Math.abs(closer) >= CLOSER ? closer : b.group.length - a.group.length || closer;
  });
  const [first, second] = rated;
  if (!first || !second) return first?.group ?? null;
  const told =
    first.placed > second.placed ||
    first.original - second.original >= CLOSER ||
    first.group.length > second.group.length;
  return told ? first.group : null;
}

/**
 * Judges the files of one track among themselves: those that agree with the group that is the whole song are the same,
 * whatever a limiter did to them; a file apart is a version, however well it agrees with the original.
 */
export function settleSiblings(
  files: readonly BatchFile[],
  relations: readonly Map<number, SoundRelation>[],
  originals: readonly Map<number, number>[],
  track: number,
): void {
  const members = files.flatMap(({ index, file, name, assignedTo }): Member[] => {
    const relation = relations[index]!.get(track);
    const elsewhere = [...relations[index]!].some(
      ([t, other]) => t !== track && (other === 'same' || other === 'changed'),
    );
    const own =
      assignedTo === track || (assignedTo < 0 && !elsewhere && relation !== undefined && relation !== 'other');
    if (!own || !file.fingerprint?.length) return [];
    const slot = file.assigned?.slotType;
    const version = slot
      ? slot === 'instrumental_master' || slot === 'clean_master'
      : name.words.some(({ wordClass }) => wordClass === 'instrumental' || wordClass === 'clean');
    const placed = version ? -1 : slot ? 1 : 0;
    return [{ file: index, print: file.fingerprint, original: originals[index]!.get(track) ?? 0, placed }];
  });
  if (members.length < 2) return;
  const index = new SoundIndex(members.map(({ print }) => print));
  const matches = members.map(({ print }) => index.compare(print));
  const agreement = (a: number, b: number): number =>
    Math.max(matches[a]![b]?.agreement ?? 0, matches[b]![a]?.agreement ?? 0);
  const whole = wholeGroup(members, groupsOf(members, agreement));
  if (!whole) return;
  members.forEach(({ file }, i) => {
    const relation = relations[file]!.get(track);
    if (whole.includes(i)) {
      if (relation === 'changed' || relation === 'unclear') relations[file]!.set(track, 'same');
    } else if (relation !== undefined && Math.max(...whole.map((other) => agreement(i, other))) <= APART)
      relations[file]!.set(track, 'changed');
  });
}
