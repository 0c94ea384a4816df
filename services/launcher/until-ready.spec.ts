import { expect, it } from '@jest/globals';
import { untilReady } from './until-ready.js';

const timeouts = { stuckMs: 60_000, progressMs: 15_000, pollMs: 0 };

/** A start observed once a second of a fake clock; `at` describes that second. */
function watch(at: (second: number) => { ready?: boolean; crashes?: number; step?: string }) {
  let second = -1;
  const said: string[] = [];
  const waiting = untilReady({
    name: 'API',
    process: {
      get crashes() {
        return at(second).crashes ?? 0;
      },
      get step() {
        return at(second).step ?? 'loads its code';
      },
    },
    isReady: () => {
      second += 1;
      return Promise.resolve(at(second).ready ?? false);
    },
    isStopped: () => false,
    say: (line) => said.push(line),
    now: () => Math.max(second, 0) * 1000,
    timeouts,
  });
  return { waiting, said };
}

it('waits for a slow start while it makes progress, and names the step', async () => {
  const steps = ['loads its code', 'connects to the database', 'checks the file store', 'builds the application'];
  const { waiting, said } = watch((second) => ({ ready: second === 200, step: steps[Math.floor(second / 55)] }));
  await waiting;
  expect(said[0]).toBe('The API is still starting after 15 s: it loads its code.');
  expect(said).toContain('The API is still starting after 60 s: it connects to the database.');
});

it('gives up on a start without progress, and names the step', async () => {
  const { waiting } = watch((second) => ({ step: second < 10 ? 'loads its code' : 'connects to the database' }));
  await expect(waiting).rejects.toThrow('The API is not ready: for 60 s it only connects to the database.');
});

it('gives up on a start that crashes three times', async () => {
  const { waiting } = watch((second) => ({ crashes: second }));
  await expect(waiting).rejects.toThrow('The API does not start; its own messages are above.');
});
