import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { childrenOf, fingerprint, isAlive, waitForExit } from './process.js';

it('distinguishes a running process from one that has ended', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const pid = child.pid as number;
  expect(isAlive(pid)).toBe(true);
  expect(fingerprint(pid)).toMatch(/\d sleep 600$/);
  child.kill('SIGKILL');
  expect(await waitForExit(pid, 60_000)).toBe(true);
  expect(fingerprint(pid)).toBeUndefined();
});

it('finds the processes that a process has started', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  expect(childrenOf(process.pid)).toContain(child.pid);
  expect(childrenOf(child.pid as number)).toEqual([]);
  child.kill('SIGKILL');
});

it('treats a zombie process as ended', async () => {
  // The shell becomes sleep and never waits for the child that it had started.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  expect(await waitForExit(Number(output.toString()), 60_000)).toBe(true);
  parent.kill('SIGKILL');
});
