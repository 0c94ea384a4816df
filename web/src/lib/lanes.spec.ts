import { describe, expect, it } from '@jest/globals';
import { Lanes } from './lanes';

const { signal } = new AbortController();

describe('Lanes', () => {
  it('run two tasks at once and the others in order, also after one has failed', async () => {
    const lanes = new Lanes(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const tasks = [0, 1, 2, 3].map((number) =>
      lanes.run(signal, () => {
        begun.push(number);
        return new Promise<number>((resolve, reject) =>
          ends.push(() => (number === 1 ? reject(new Error('broken')) : resolve(number))),
        );
      }),
    );
    expect(begun).toEqual([0, 1]);
    ends[1]!();
    await expect(tasks[1]).rejects.toThrow('broken');
    expect(begun).toEqual([0, 1, 2]);
    ends[0]!();
    await tasks[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]!();
    ends[3]!();
    expect(await Promise.all([tasks[2], tasks[3]])).toEqual([2, 3]);
  });

  it('leave out a task that is aborted while it waits, and give its lane to the next', async () => {
    const lanes = new Lanes(1);
    const abort = new AbortController();
    let end = () => {};
    const first = lanes.run(signal, () => new Promise<void>((resolve) => (end = resolve)));
    const second = lanes.run(abort.signal, () => Promise.reject(new Error('It must not begin')));
    const third = lanes.run(signal, async () => 'third');
    abort.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    end();
    await first;
    expect(await third).toBe('third');
    expect(await lanes.run(signal, async () => 'later')).toBe('later');
  });
});
