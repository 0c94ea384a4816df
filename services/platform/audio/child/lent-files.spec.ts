import { execFileSync } from 'node:child_process';
import { chmod, link, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../../testing/audio/audio.js';
import { AudioRunner } from '../runner.js';
import { lend, takeOver } from './lent-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-lent-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a file that only this user may read', () => {
  it('is read and analysed by a process without that right', async () => {
    const path = join(folder, 'song.wav');
    makeAudioFile(path, { format: 'wav', durationS: 2 });
    await chmod(path, 0o600);
    const runner = new AudioRunner();
    try {
      await expect(runner.probe(path, { fileName: path })).resolves.toMatchObject({ durationS: 2 });
      const output = await runner.analyse(path, { fileName: path, outDir: join(folder, 'out') });
      expect(output.previewPath).toBe(join(folder, 'out', 'preview.mp3'));
      expect((await stat(output.previewPath)).size).toBeGreaterThan(10_000);
    } finally {
      await runner.close();
    }
  });

  it('is lent with its length and both ends, or as a whole, and removed afterwards', async () => {
    const path = join(folder, 'long');
    await writeFile(path, 'begin');
    await truncate(path, 3_000_000);
    await writeFile(path, Buffer.concat([await readFile(path), Buffer.from('end')]), { mode: 0o600 });
    const whole = await readFile(path);
    for (const extent of ['whole', 'ends'] as const) {
      const lent = await lend(path, extent, async (loan) => {
        expect((await readFile(loan.path)).equals(whole)).toBe(true);
        return loan.folder;
      });
      await expect(stat(lent)).rejects.toMatchObject({ code: 'ENOENT' });
    }
    expect((await readFile(path)).equals(whole)).toBe(true);
  });
});

describe('a result of the reading process', () => {
  const made = () => join(folder, 'preview.mp3');
  const taken = () => join(folder, 'taken');

  it('is copied if it is a plain file', async () => {
    await writeFile(made(), 'sound');
    await takeOver(made(), taken());
    expect(await readFile(taken(), 'utf8')).toBe('sound');
  });

  it.each([
    ['a link to another file', (secret: string) => symlink(secret, made())],
    ['another file’s second name', (secret: string) => link(secret, made())],
    ['a pipe', async () => void execFileSync('mkfifo', [made()])],
  ])('is refused if it is %s', async (_what, leave) => {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'secret');
    await leave(secret);
    await expect(takeOver(made(), taken())).rejects.toThrow();
    await expect(stat(taken())).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
