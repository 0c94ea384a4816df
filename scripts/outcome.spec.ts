import { expect, it, jest } from '@jest/globals';
import { type Outcome, outcomeOf } from './outcome.mjs';

/** A report on test files, each with the states of its tests. */
const report = (files: Record<string, string[]>) => ({
  testResults: Object.entries(files).map(([name, states]) => ({
    name,
    status: states.length === 0 || states.includes('failed') ? 'failed' : 'passed',
    assertionResults: states.map((status, number) => ({ fullName: `test ${number + 1}`, status })),
  })),
});

const run = (code: number, files: Record<string, string[]>) => ({ suite: 'services', code, report: report(files) });
const counts = ({ passed, failed, skipped }: Outcome) => [passed, failed, skipped];

it('adds up the tests of all runs', async () => {
  const runs = [run(0, { 'a.ts': ['passed', 'pending'], 'b.ts': ['todo'] }), run(1, { 'c.ts': ['failed', 'passed'] })];
  const outcome = await outcomeOf(runs);
  expect(counts(outcome)).toEqual([2, 1, 2]);
  expect(outcome.skippedIn).toEqual([
    { file: 'a.ts', tests: 1 },
    { file: 'b.ts', tests: 1 },
  ]);
});

it('counts a file that could not run, a run that failed without a failed test, and a run without a report', async () => {
  const withoutReport = { suite: 'e2e', code: null };
  const runs = [run(1, { 'a.ts': [], 'b.ts': ['passed'] }), run(1, { 'c.ts': ['passed'] }), withoutReport];
  expect(counts(await outcomeOf(runs))).toEqual([2, 3, 0]);
});

it('lets a failed file run again by itself, and calls it unstable if it passes', async () => {
  const runAgain = jest.fn(() => Promise.resolve(run(0, { 'b.ts': ['passed', 'passed', 'pending'] })));
  const first = run(1, { 'a.ts': ['passed'], 'b.ts': ['failed', 'passed', 'failed'] });
  const outcome = await outcomeOf([first], runAgain);
  expect(runAgain.mock.calls).toEqual([['services', 'b.ts']]);
  expect(outcome).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
    unstable: [
      { file: 'b.ts', test: 'test 1' },
      { file: 'b.ts', test: 'test 3' },
    ],
    skippedIn: [{ file: 'b.ts', tests: 1 }],
  });
});

it.each([
  ['fails again', run(1, { 'b.ts': ['failed', 'passed'] })],
  ['passes in a run that does not end', run(1, { 'b.ts': ['passed', 'passed'] })],
  ['leaves no report', { suite: 'services', code: null }],
])('counts what the first run said when the second %s', async (_what, second) => {
  const first = run(1, { 'b.ts': ['failed', 'passed'] });
  expect(await outcomeOf([first], () => Promise.resolve(second))).toMatchObject({
    passed: 1,
    failed: 1,
    unstable: [],
  });
});

it('lets nothing run again when many files failed', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const runAgain = jest.fn(() => Promise.resolve(run(0, { any: ['passed'] })));
  const outcome = await outcomeOf([run(1, Object.fromEntries(names.map((name) => [name, ['failed']])))], runAgain);
  expect([outcome.failed, runAgain.mock.calls.length]).toEqual([6, 0]);
});
