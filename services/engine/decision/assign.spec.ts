import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assignJointly, type Claim } from './assign.js';

const total = (wishes: Claim[], given: Map<number, string>): number =>
  [...given].reduce(
    (sum, [file, slot]) => sum + (wishes.find((wish) => wish.file === file && wish.slot === slot)?.score ?? -Infinity),
    0,
  );

/** The best sum, found by trying everything. */
function best(wishes: Claim[], files: number[], taken: ReadonlySet<string> = new Set()): number {
  const [file, ...rest] = files;
  if (file === undefined) return 0;
  const options = wishes.filter((wish) => wish.file === file && wish.score > 0 && !taken.has(wish.slot));
  return Math.max(
    best(wishes, rest, taken),
    ...options.map((wish) => wish.score + best(wishes, rest, new Set([...taken, wish.slot]))),
  );
}

describe('joint assignment', () => {
  it('prefers the best result for all files to the best one for the first', () => {
    const wishes = [
      { file: 0, slot: 'a', score: 5 },
      { file: 0, slot: 'b', score: 4 },
      { file: 1, slot: 'a', score: 4 },
    ];
    expect([...assignJointly(wishes)].sort()).toEqual([
      [0, 'b'],
      [1, 'a'],
    ]);
  });

  it('leaves a file unassigned rather than accept a negative score', () => {
    expect(assignJointly([{ file: 0, slot: 'a', score: -1 }]).size).toBe(0);
  });

  it('finds the highest sum with every slot given once', () => {
    const wish = fc.record({
      file: fc.integer({ min: 0, max: 4 }),
      slot: fc.constantFrom('a', 'b', 'c', 'd'),
      score: fc.integer({ min: -5, max: 20 }),
    });
    const batch = fc.uniqueArray(wish, { selector: ({ file, slot }) => `${file}${slot}`, maxLength: 14 });
    fc.assert(
      fc.property(batch, (wishes) => {
        const given = assignJointly(wishes);
        expect(new Set(given.values()).size).toBe(given.size);
        expect(total(wishes, given)).toBe(best(wishes, [0, 1, 2, 3, 4]));
      }),
    );
  });
});
