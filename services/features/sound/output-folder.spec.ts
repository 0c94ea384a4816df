import { existsSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { makeOutputFolder, sweepOutputFolders } from './output-folder.js';

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

it('sweeps what an earlier worker left and spares what one is filling', async () => {
  const left = await makeOutputFolder();
  const used = await makeOutputFolder();
  made.push(left, used);
  await writeFile(join(left, 'preview.mp3'), 'x');
  const longAgo = new Date('2020-01-01');
  await utimes(left, longAgo, longAgo);
  await sweepOutputFolders(new Date('2020-01-02'));
  expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
});
