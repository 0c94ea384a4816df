import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fingerprint } from '../platform/embedded/process.js';
import { AlreadyRunning, RunFile } from './run-file.js';

let dataDir: string;
const bystanders: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lacquer-run-file-'));
});

afterEach(async () => {
  for (const child of bystanders.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

function bystander(seconds = '600'): ChildProcess & { pid: number } {
  const child = spawn('sleep', [seconds], { stdio: 'ignore' });
  bystanders.push(child);
  return child as ChildProcess & { pid: number };
}

interface Left {
  pid: number;
  fingerprint?: string;
}

function leave(launcher: Left, child?: Left, stopping = false): void {
  const run = { launcher, children: child ? [child] : [], address: 'http://here', stopping };
  writeFileSync(join(dataDir, 'launcher.json'), JSON.stringify(run));
}

it('refuses a directory where a launcher runs, and says where', async () => {
  const { pid } = bystander();
  leave({ pid, fingerprint: fingerprint(pid) });
  const claim = new RunFile(dataDir).claim();
  await expect(claim).rejects.toThrow(AlreadyRunning);
  await expect(claim).rejects.toThrow(`http://here on this data (process ${pid})`);
});

it('waits for a launcher that is stopping, longer than for one that may not have noticed yet', async () => {
  const launcher = bystander('2');
  leave({ pid: launcher.pid, fingerprint: fingerprint(launcher.pid) }, undefined, true);
  await new RunFile(dataDir).claim();
  expect(launcher.exitCode).toBe(0);
});

it('takes over from a launcher that is gone and ends the children it left', async () => {
  const child = bystander();
  leave({ pid: 1, fingerprint: 'an earlier process 1' }, { pid: child.pid, fingerprint: fingerprint(child.pid) });
  const ended = once(child, 'exit');
  await new RunFile(dataDir).claim();
  expect(await ended).toEqual([null, 'SIGTERM']);
});

it('spares a process that only has the id of an earlier child', async () => {
  const child = bystander();
  leave({ pid: 1, fingerprint: 'an earlier process 1' }, { pid: child.pid, fingerprint: '0 another command' });
  await new RunFile(dataDir).claim();
  expect(child.exitCode).toBeNull();
  expect(child.signalCode).toBeNull();
});

it('survives a file that was cut short, and leaves none behind', async () => {
  writeFileSync(join(dataDir, 'launcher.json'), '{"launcher":');
  const file = new RunFile(dataDir);
  await file.claim();
  file.record([process.pid, undefined], 'http://there');
  expect(JSON.parse(readFileSync(join(dataDir, 'launcher.json'), 'utf8'))).toMatchObject({
    launcher: { pid: process.pid },
    children: [{ pid: process.pid }],
    address: 'http://there',
  });
  file.release();
  expect(existsSync(join(dataDir, 'launcher.json'))).toBe(false);
});
