import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-runtime-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Runs these test files one after the other in one worker of Jest, and returns its report. */
async function runInOneWorker(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const config = join(folder, 'jest.config.json');
  const inTesting = (name: string) => join(root, 'services/testing/jest', name);
  await writeFile(
    config,
    JSON.stringify({
      rootDir: folder,
      testMatch: ['**/*.spec.ts'],
      testEnvironment: inTesting('environment.mjs'),
      runtime: inTesting('runtime.mjs'),
      extensionsToTreatAsEsm: ['.ts'],
      transform: {},
    }),
  );
  const report = join(folder, 'report.json');
  const args = ['node_modules/jest/bin/jest.js', '--config', config, '--runInBand', '--json', '--outputFile', report];
  await new Promise((resolve) => execFile(process.execPath, args, { cwd: root }, resolve));
  return JSON.parse(await readFile(report, 'utf8')) as Record<string, number>;
}

it('a shared module may keep members of Jest’s globals for all files that one worker runs', async () => {
  const usesThem = `
    import { expectText, group, test } from './shared.js';
    group('a group that is skipped', () => test.each([1, 2])('%i', () => { throw new Error('It ran.'); }));
    test('matchers', () => expectText({ name: 'x' }));`;
  const report = await runInOneWorker({
    'shared.ts': `
      import { describe, expect, it } from '@jest/globals';
      export const group = describe.skip;
      export const test = it;
      const { stringContaining } = expect.not;
      export const expectText = (value: unknown) => expect(value).toEqual({ name: stringContaining('y') });`,
    'first.spec.ts': usesThem,
    'second.spec.ts': usesThem,
    'third.spec.ts': usesThem,
  });
  expect(report).toMatchObject({
    numPassedTests: 3,
    numPendingTests: 6,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
  });
});
