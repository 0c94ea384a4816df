import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../../testing/audio/audio.js';
import { AudioRunner } from '../runner.js';
import { dbBeforeLame } from './lame.js';

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-lame-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([32_000, 128_000, 160_000, 192_000, 224_000, 256_000, 320_000])(
  'knows by how much LAME changes the level at %i bit/s',
  async (bitRate) => {
    const path = join(folder, `${bitRate}.mp3`);
    makeAudioFile(path, { format: 'mp3', kind: 'sine', channels: 1, lufs: -20, bitRate });
    const { facts } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
    expect(facts.loudness.integratedLufs! + dbBeforeLame(bitRate)).toBeCloseTo(-20, 1);
  },
);
