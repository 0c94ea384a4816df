import { munkres } from 'munkres';

/** A file's claim on a slot. A `score` above 0 means that the slot is better than none. */
export interface Claim {
  file: number;
  slot: string;
  score: number;
}

const NEVER = 1e6;

/** Groups of files that compete directly or through other files. */
function components(wishes: readonly Claim[]): Claim[][] {
  const parent = new Map<string, string>();
  const root = (key: string): string => {
    const up = parent.get(key);
    if (up === undefined || up === key) return key;
    const top = root(up);
    parent.set(key, top);
    return top;
  };
  for (const wish of wishes) {
    const [a, b] = [root(`f${wish.file}`), root(`s${wish.slot}`)];
    parent.set(a, b);
    parent.set(b, b);
  }
  const groups = new Map<string, Claim[]>();
  for (const wish of wishes) {
    const key = root(`f${wish.file}`);
    const group = groups.get(key);
    if (group) group.push(wish);
    else groups.set(key, [wish]);
  }
  return [...groups.values()];
}

/**
 * Gives each file at most one slot and each slot at most one file so that the sum of the scores is highest (Hungarian
 * method). Claims that score 0 or less are never granted. Returns file → slot.
 */
export function assignJointly(wishes: readonly Claim[]): Map<number, string> {
  const given = new Map<number, string>();
  for (const group of components(wishes.filter((wish) => wish.score > 0))) {
    const files = [...new Set(group.map((wish) => wish.file))];
    const slots = [...new Set(group.map((wish) => wish.slot))];
    const row = new Map(files.map((file, i) => [file, i]));
    const column = new Map(slots.map((slot, i) => [slot, i]));
    // After the slots: one column for each file that gets none.
    const costs = files.map((_, i) => [...slots.map(() => NEVER), ...files.map((__, j) => (i === j ? 0 : NEVER))]);
    for (const wish of group) costs[row.get(wish.file)!]![column.get(wish.slot)!] = -wish.score;
    for (const [r, c] of munkres(costs)) {
      const slot = slots[c];
      const file = files[r];
      if (slot !== undefined && file !== undefined && (costs[r]?.[c] ?? NEVER) < 0) given.set(file, slot);
    }
  }
  return given;
}
