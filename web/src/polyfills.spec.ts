import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const typed = Object.getPrototypeOf(Int8Array.prototype) as Float64Array;
const REPLACED: [object, string[]][] = [
  [Map, ['groupBy']],
  [Promise, ['withResolvers']],
  [AbortSignal, ['any']],
  [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
  [typed, ['toReversed', 'toSorted', 'with']],
  [String.prototype, ['isWellFormed', 'toWellFormed']],
];

/** Each result of the browser's own function, then of the one that replaces it. */
const calls: Record<string, () => unknown> = {
  'groups in the order of the first members': () => [
    ...Map.groupBy([3, 1, 4, 1, 5], (item, index) => (index < 2 ? 'first' : item % 2)),
  ],
  'no groups of nothing': () => [...Map.groupBy(new Set<number>(), (item) => item)],
  'a reversed copy': () => twice([3, 1, 2], (list) => list.toReversed()),
  'a sorted copy': () => twice([30, 4, 200], (list) => list.toSorted()),
  'a copy sorted by a rule': () => twice([30, 4, 200], (list) => list.toSorted((one, other) => other - one)),
  'a spliced copy': () => twice([1, 2, 3, 4], (list) => list.toSpliced(-3, 2, 9)),
  'a copy with another element': () => twice([1, 2, 3], (list) => list.with(-1, 9)),
  'no element outside a list': () => [-4, 3].map((index) => failure(() => [1, 2, 3].with(index, 9))),
  'copies of typed arrays': () => {
    const samples = Float32Array.of(0.5, -1, 0.25);
    return [samples.toReversed(), samples.toSorted(), samples.toSorted((a, b) => b - a), samples.with(1, 7), samples];
  },
  'no sample outside a typed array': () => failure(() => Float32Array.of(1).with(1, 0)),
  'well-formed texts': () =>
    ['', 'Ember 🎵', '\ud83c', '\udfb5\ud83c', 'a\ud83cb', '🎵\udfb5', '\ud83c\ud83c\udfb5'].map((text) => [
      text.isWellFormed(),
      text.toWellFormed(),
    ]),
};

const twice = <T>(list: T[], change: (list: T[]) => T[]) => [change(list), list];

function failure(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    return (error as Error).name;
  }
}

describe('what the oldest browsers lack', () => {
  const native = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call()]));

  const kept = REPLACED.map(([owner]) => Object.getOwnPropertyDescriptors(owner));

  beforeAll(async () => {
    for (const [owner, names] of REPLACED) for (const name of names) Reflect.deleteProperty(owner, name);
    await import('./polyfills');
  });
  afterAll(() => {
    REPLACED.forEach(([owner, names], index) => {
      for (const name of names) Object.defineProperty(owner, name, kept[index]![name as keyof object]!);
    });
  });

  it('is replaced', () => {
    for (const [owner, names] of REPLACED) {
      for (const name of names) expect(String((owner as Record<string, unknown>)[name])).not.toContain('[native code]');
    }
  });

  it.each(Object.keys(calls))('gives %s', (name) => expect(calls[name]!()).toEqual(native[name]));

  it('gives a promise with its ends', async () => {
    const [kept, broken] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    kept.resolve(1);
    broken.reject(new Error('broken'));
    expect(await kept.promise).toBe(1);
    await expect(broken.promise).rejects.toThrow('broken');
  });

  it('aborts with the first of several signals, at once if one is aborted already', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const either = AbortSignal.any([one.signal, two.signal]);
    const reasons: unknown[] = [];
    either.addEventListener('abort', () => reasons.push(either.reason));
    expect(either.aborted).toBe(false);
    two.abort('second');
    one.abort('first');
    expect([either.aborted, reasons]).toEqual([true, ['second']]);
    expect(AbortSignal.any([new AbortController().signal, one.signal]).reason).toBe('first');
    expect(AbortSignal.any([]).aborted).toBe(false);
  });
});
