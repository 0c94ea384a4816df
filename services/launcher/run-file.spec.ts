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

function bystander(): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  bystanders.push(child);
  return child as ChildProcess & { pid: number };
}

interface LeftoverRun {
  pid: number;
  fingerprint?: string;
}

function leave(launcher: LeftoverRun, child?: LeftoverRun, stopping = false): void {
  const run = { launcher, children: child ? [child] : [], address: 'http://here', stopping };
  writeFileSync(join(dataDir, 'launcher.json'), JSON.stringify(run));
}

/** Holds the directory like a launcher, and releases it after `seconds`. */
async function holder(seconds: number): Promise<ChildProcess> {
  const hold = `
    const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    lock.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setTimeout(() => process.exit(0), process.argv[2] * 1000);`;
  const child = spawn(process.execPath, ['-e', hold, join(dataDir, 'lock'), String(seconds)], { env: {} });
  bystanders.push(child);
  await once(child.stdout, 'data');
  return child;
}

it('refuses a directory that another launcher holds, and gives its address', async () => {
  const { pid } = await holder(600);
  leave({ pid: pid! });
  const claim = new RunFile(dataDir).claim();
  await expect(claim).rejects.toThrow(AlreadyRunning);
  await expect(claim).rejects.toThrow(`http://here on this data (process ${pid})`);
});

it('refuses it also when the other launcher is invisible, as in another container', async () => {
  await holder(600);
  leave({ pid: 1, fingerprint: 'process 1 of another container' });
  await expect(new RunFile(dataDir).claim()).rejects.toThrow(AlreadyRunning);
});

it('waits longer for a launcher that is stopping than for one that may not have noticed yet', async () => {
  const launcher = await holder(2);
  leave({ pid: launcher.pid! }, undefined, true);
  await new RunFile(dataDir).claim();
  expect(launcher.exitCode ?? (await once(launcher, 'exit'))[0]).toBe(0);
});

it('takes over at once from a killed launcher, even if its process id is in use again', async () => {
  const launcher = await holder(600);
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  leave({ pid: process.pid, fingerprint: fingerprint(process.pid) });
  await new RunFile(dataDir).claim();
});

it('takes over from a launcher that has ended and ends the children it left', async () => {
  const child = bystander();
  leave({ pid: 1, fingerprint: 'an earlier process 1' }, { pid: child.pid, fingerprint: fingerprint(child.pid) });
  const ended = once(child, 'exit');
  await new RunFile(dataDir).claim();
  expect(await ended).toEqual([null, 'SIGTERM']);
});

it('does not touch a process that only has the id of an earlier child', async () => {
  const child = bystander();
  leave({ pid: 1, fingerprint: 'an earlier process 1' }, { pid: child.pid, fingerprint: '0 another command' });
  await new RunFile(dataDir).claim();
  expect(child.exitCode).toBeNull();
  expect(child.signalCode).toBeNull();
});

it('survives a truncated file, and leaves none behind', async () => {
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
