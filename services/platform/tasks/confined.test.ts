import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confinementGaps, unprivileged } from './confined.js';
import { TaskProcess } from './task-process.js';

const ANSWER_TASKS = new URL('./answer-tasks.ts', import.meta.url).href;

/** Reports what the process may do. */
const MODULE = `
  import { readFileSync } from 'node:fs';
  import { connect } from 'node:net';
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  const reaches = (port) => new Promise((resolve) => {
    connect(port, '127.0.0.1').once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  const reads = (path) => { try { readFileSync(path); return true; } catch { return false; } };
  answerTasks(async ({ port, secret }) => ({
    uid: process.getuid(),
    groups: process.getgroups(),
    noNewRights: /^NoNewPrivs:\\s*1$/m.test(readFileSync('/proc/self/status', 'utf8')),
    reachesUs: await reaches(port),
    readsSecret: reads(secret),
  }));
`;

interface Report {
  uid: number;
  groups: number[];
  noNewRights: boolean;
  reachesUs: boolean;
  readsSecret: boolean;
}

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const unshares = (...words: string[]) => spawnSync('/usr/bin/unshare', [...words, '--net', '/bin/true']).status === 0;

(isLinux ? describe : describe.skip)('a process that reads untrusted bytes', () => {
  let dir: string;
  let report: Report;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-confined-'));
    const secret = join(dir, 'secret');
    await writeFile(secret, 'secret', { mode: 0o600 });
    await writeFile(join(dir, 'module.child.ts'), MODULE);
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const tasks = new TaskProcess<object, Report>(pathToFileURL(join(dir, 'module.child.ts')), {
      timeoutMs: 60_000,
      maxRssBytes: 400 * 1024 ** 2,
    });
    report = await tasks.run({ port, secret });
    server.close();
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('is never root, and has none of root’s groups and files', () => {
    expect(report.uid).not.toBe(0);
    if (isRoot) expect(report).toMatchObject({ readsSecret: false, groups: [report.groups[0]] });
    // The embedded database runs as the user 'nobody'.
    if (isRoot && confinementGaps().every((gap) => !gap.includes('database')))
      expect(report.uid).not.toBe(unprivileged().uid);
    expect(report.groups).not.toContain(0);
  });

  it('gets no new rights, if the system supports that', () => {
    expect(report.noNewRights).toBe(existsSync('/usr/bin/setpriv'));
  });

  it('has no network, if the system supports that', () => {
    expect(report.reachesUs).toBe(!(isRoot ? unshares() : unshares('--user')));
  });
});
