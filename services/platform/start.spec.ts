import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const HOOKS = new URL('./tasks/ts-hooks.mjs', import.meta.url).href;
const START = new URL('./start.ts', import.meta.url).href;

it('an unhandled rejection is logged and does not end the process', async () => {
  const script = `
    const { outliveRejections } = await import(${JSON.stringify(START)});
    outliveRejections({ error: ({ err }, text) => console.log(text + ': ' + err.message) });
    void Promise.reject(new Error('a library forgot it'));
    setImmediate(() => console.log('still here'));`;
  const args = ['--import', HOOKS, '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim().split('\n')).toEqual([
    'a promise was rejected and nothing handled it: a library forgot it',
    'still here',
  ]);
});
