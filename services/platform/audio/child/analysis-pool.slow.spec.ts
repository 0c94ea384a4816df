import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../../testing/audio/audio.js';
import { until } from '../../../testing/until.js';
import { defaultAudioLimits } from '../limits.js';
import { AudioRunner } from '../runner.js';
import { AnalysisPool } from './analysis-pool.js';
import { AudioChild } from './child-process.js';

/** A child that answers with its process id and the number of files it has read, unless the file's name says more. */
const BEHAVIOUR = `
  let read = 0;
  let kept;
  process.on('message', ({ path }) => {
    read++;
    if (path === 'hang') for (;;);
    if (path === 'crash') process.abort();
    if (path === 'crash if used' && read > 1) process.abort();
    if (path === 'refuse') return process.send({ type: 'failed', code: 'undecodable', message: 'It is broken.' });
    if (path === 'keep') kept = Buffer.alloc(300 * 1024 ** 2, 1);
    process.send({ type: 'done', result: [process.pid, read] });
    if (path === 'talk on') process.send({ type: 'done', result: 'of the next file' });
  });
`;

let folder: string;
let script: URL;
let children: AudioChild[];
let pool: AnalysisPool;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-pool-spec-'));
  writeFileSync(join(folder, 'child.mjs'), BEHAVIOUR);
  script = pathToFileURL(join(folder, 'child.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  children = [];
  pool = new AnalysisPool(() => {
    const child = new AudioChild(script, defaultAudioLimits);
    children.push(child);
    return child;
  });
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.map(({ exited }) => exited));
});

/** Process and number of the file in it. */
function read(path: string, owner?: string, timeoutMs = 60_000, signal?: AbortSignal): Promise<[number, number]> {
  const request = { type: 'analyse', path, fileName: path, outDir: folder, limits: defaultAudioLimits } as const;
  const work = (child: AudioChild) => child.run(request, { timeoutMs, signal }) as unknown as Promise<[number, number]>;
  return pool.use(owner, work, signal);
}

describe('a child that analyses', () => {
  it('reads the files of one owner in turn', async () => {
    const [pid] = await read('one', 'Ada');
    expect(await read('two', 'Ada')).toEqual([pid, 2]);
    expect(await read('three', 'Ada')).toEqual([pid, 3]);
  });

  it('never reads files of two owners, and ends when there is work for another', async () => {
    const [pid] = await read('one', 'Ada');
    const [other, count] = await read('two', 'Bob');
    expect(other).not.toBe(pid);
    expect(count).toBe(1);
    await children[0]!.exited;
  });

  it('reads one file if nothing is known of its owner', async () => {
    const [one] = await read('one');
    const [two] = await read('two');
    expect(one).not.toBe(two);
    await Promise.all(children.map(({ exited }) => exited));
  });

  it('reads one file at a time', async () => {
    const results = await Promise.all([read('one', 'Ada'), read('two', 'Ada')]);
    expect(results.map(([, count]) => count)).toEqual([1, 1]);
    expect(new Set(results.map(([pid]) => pid)).size).toBe(2);
  });

  it('is replaced after 100 files', async () => {
    for (let count = 1; count <= 100; count++) expect((await read('file', 'Ada'))[1]).toBe(count);
    await children[0]!.exited;
    expect((await read('file', 'Ada'))[1]).toBe(1);
  });

  it('is replaced when it keeps much memory, which the next file then lacks', async () => {
    const [pid] = await read('keep', 'Ada');
    await children[0]!.exited;
    expect((await read('file', 'Ada'))[0]).not.toBe(pid);
  });

  it('is replaced when it sends a reply without a request', async () => {
    const [pid] = await read('talk on', 'Ada');
    await until('its end', () => !children[0]!.alive);
    const [next, count] = await read('file', 'Ada');
    expect(next).not.toBe(pid);
    expect(count).toBe(1);
  });
});

describe('a file that fails', () => {
  it.each([
    ['crash', 'crashed'],
    ['refuse', 'undecodable'],
    ['hang', 'timed_out'],
  ])('by %s in a child that has read others is read again by a new one, which it may harm', async (path, code) => {
    await read('one', 'Ada');
    await expect(read(path, 'Ada', 1_500)).rejects.toMatchObject({ code });
    expect(children).toHaveLength(2);
    await Promise.all(children.map(({ exited }) => exited));
    expect((await read('two', 'Ada'))[1]).toBe(1);
  });

  it('because of what others left in the child does not fail', async () => {
    await read('one', 'Ada');
    expect((await read('crash if used', 'Ada'))[1]).toBe(1);
  });

  it('is not read again when it is no longer wanted', async () => {
    await read('one', 'Ada');
    const controller = new AbortController();
    const reading = read('hang', 'Ada', 60_000, controller.signal);
    controller.abort(new Error('deleted meanwhile'));
    await expect(reading).rejects.toThrow('deleted meanwhile');
    expect(children).toHaveLength(1);
  });
});

it('figures and results do not depend on what was read before', async () => {
  const runner = new AudioRunner();
  const song = (name: string, settings: Parameters<typeof makeAudioFile>[1]) => {
    const path = join(folder, name);
    makeAudioFile(path, { durationS: 2, ...settings });
    return path;
  };
  const paths = [
    song('a.wav', { format: 'wav', bits: 24, sampleRateHz: 96000, seed: 1 }),
    song('b.mp3', { format: 'mp3', seed: 2 }),
    song('c.flac', { format: 'flac', channels: 1, seed: 3 }),
    song('d.aiff', { format: 'aiff', channels: 6, seed: 4 }),
  ];
  const analyse = async (path: string, owner?: string) =>
    (await runner.analyse(path, { fileName: path, owner, outDir: join(folder, 'out') })).facts;
  try {
    for (const path of [...paths, ...paths.toReversed()])
      expect(await analyse(path, 'Ada')).toEqual(await analyse(path));
  } finally {
    await runner.close();
  }
});
