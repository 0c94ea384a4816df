import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folders.js';

it('removes leftovers of a killed process, and keeps the folder of a running one', async () => {
  const used = await makeTemporaryFolder('analysis');
  const [, , host, , start] = basename(used).split('-');
  const gone = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
  const made = (name: string) => {
    mkdirSync(join(tmpdir(), name));
    return join(tmpdir(), name);
  };
  const left = made(`lacquer-analysis-${host}-${gone}-${start}-x`);
  const reused = made(`lacquer-storage-${host}-${process.pid}-00000000-x`);
  const elsewhere = made(`lacquer-storage-00000000-${gone}-${start}-x`);
  try {
    expect(await sweepTemporaryFolders()).toBeGreaterThanOrEqual(2);
    expect([left, reused, used, elsewhere].map(existsSync)).toEqual([false, false, true, true]);
  } finally {
    for (const folder of [left, reused, used, elsewhere]) await rm(folder, { recursive: true, force: true });
  }
});
