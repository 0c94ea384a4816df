import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../../testing/audio/audio.js';

const HOOKS = new URL('../../tasks/ts-hooks.mjs', import.meta.url).href;
const RUNNER = new URL('../runner.ts', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-low-priority-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

(process.platform === 'win32' ? it.skip : it)(
  'analyses a file when everything was started with a low priority',
  async () => {
    const song = join(folder, 'song.flac');
    makeAudioFile(song, { format: 'flac', durationS: 1 });
    const script = join(folder, 'analyse.mjs');
    const request = { fileName: song, outDir: join(folder, 'out') };
    await writeFile(
      script,
      `const { AudioRunner } = await import(${JSON.stringify(RUNNER)});
     const runner = new AudioRunner();
     const { facts } = await runner.analyse(${JSON.stringify(song)}, ${JSON.stringify(request)});
     console.log(facts.durationS);
     await runner.close();`,
    );
    const { stdout } = await promisify(execFile)('nice', ['-n', '15', process.execPath, '--import', HOOKS, script]);
    expect(stdout.trim()).toBe('1');
  },
);
