import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AudioLimits } from '../limits.js';
import { defaultAudioLimits } from '../limits.js';
import { AudioChild } from './child-process.js';
import { ProbePool } from './probe-pool.js';
import type { ChildRequest } from './protocol.js';

let folder: string;
let script: URL;

/** A child that does what the name of the file says. */
const BEHAVIOUR = `
  process.on('message', ({ path }) => {
    if (path === 'hang') for (;;);
    if (path === 'exit') process.exit(3);
    if (path === 'abort') process.abort();
    if (path === 'throw') setImmediate(() => { throw new Error('a bug'); });
    if (path === 'flood') for (let times = 0; times < 1e6; times++) console.log('x'.repeat(1000));
    if (path === 'hog') { const kept = []; for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1)); }
    if (path === 'sleep') setTimeout(() => process.send({ type: 'done', result: 'slept' }), 1_200);
    if (path === 'fine') process.send({ type: 'done', result: 'fine' });
  });
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-child-spec-'));
  writeFileSync(join(folder, 'child.mjs'), BEHAVIOUR);
  script = pathToFileURL(join(folder, 'child.mjs'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fork = (limits: Partial<AudioLimits> = {}) => new AudioChild(script, { ...defaultAudioLimits, ...limits });
const request = (path: string): ChildRequest => ({ type: 'probe', path, fileName: path, limits: defaultAudioLimits });

describe('a child that misbehaves', () => {
  it.each([
    ['exit', 'crashed', {}],
    ['abort', 'crashed', {}],
    ['throw', 'crashed', {}],
    ['flood', 'crashed', { maxOutputBytes: 100_000 }],
    ['hog', 'out_of_memory', { maxRssBytes: 200 * 1024 * 1024 }],
    ['hang', 'timed_out', {}],
  ])('by %s fails its file as %s and is killed', async (path, code, limits) => {
    const child = fork(limits);
    await expect(child.run(request(path), { timeoutMs: path === 'hang' ? 300 : 60_000 })).rejects.toMatchObject({
      code,
    });
    await child.exited;
    expect(child.alive).toBe(false);
    await expect(child.run(request('fine'), { timeoutMs: 1000 })).rejects.toMatchObject({ code: 'crashed' });
  });

  it('is not one that only lasts long: a busy machine is not the fault of a file', async () => {
    const child = fork();
    expect(await child.run(request('sleep'), { timeoutMs: 1_000 })).toBe('slept');
    child.kill();
  });

  it('returns its last output', async () => {
    const child = fork();
    await expect(child.run(request('throw'), { timeoutMs: 60_000 })).rejects.toMatchObject({
      detail: expect.stringContaining('a bug'),
    });
  });

  it('does not affect other files: they do not wait for one that hangs', async () => {
    const children: AudioChild[] = [];
    const pool = new ProbePool(() => {
      const child = fork();
      children.push(child);
      return child;
    });
    const read = (path: string) => pool.use((child) => child.run(request(path), { timeoutMs: 600_000 }));
    let hangs = true;
    const hanging = read('hang').catch(() => (hangs = false));
    const files = [...new Array<string>(20).fill('fine'), 'exit', 'fine'];
    const results = await Promise.allSettled(files.map(read));
    expect(results.map(({ status }) => status)).toEqual(
      files.map((path) => (path === 'fine' ? 'fulfilled' : 'rejected')),
    );
    expect(hangs).toBe(true);
    for (const child of children) child.kill();
    await hanging;
    expect(hangs).toBe(false);
  });
});

describe('a parent that dies', () => {
  it.each(['idle', 'stuck'])('ends an %s child too', async (state) => {
    const watch = new URL('../../tasks/watch-parent.ts', import.meta.url).href;
    const work = state === 'stuck' ? 'for (;;);' : '';
    writeFileSync(
      join(folder, `${state}.mjs`),
      `
      import { watchParent } from ${JSON.stringify(watch)};
      watchParent();
      process.on('message', () => undefined);
      process.send('ready', () => { ${work} });
    `,
    );
    writeFileSync(
      join(folder, `${state}-parent.mjs`),
      `
      import { fork } from 'node:child_process';
      const child = fork(${JSON.stringify(join(folder, `${state}.mjs`))});
      child.once('message', () => console.log(child.pid));
    `,
    );
    const parent = spawn(process.execPath, [join(folder, `${state}-parent.mjs`)], {
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const orphan = Number(line.toString());
    expect(isRunning(orphan)).toBe(true);
    parent.kill('SIGKILL');
    while (isRunning(orphan)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

/** A zombie (a dead process whose exit status was not read) does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
