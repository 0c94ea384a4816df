import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AudioFileSettings, makeAudioFile } from '../../../testing/audio/audio.js';
import { AudioRunner } from '../runner.js';
import { previewForm } from './preview.js';

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-preview-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

const SECONDS = 20;

it.each<[string, AudioFileSettings, number, number]>([
  ['stereo', { format: 'flac' }, 256_000, 2],
  ['mono', { format: 'flac', channels: 1 }, 128_000, 1],
  ['silence', { format: 'flac', kind: 'silence', dither: false }, 32_000, 1],
])('has the length of the sound and a constant rate: %s', async (name, settings, bitRate, channels) => {
  const path = join(folder, `${name}.flac`);
  makeAudioFile(path, { durationS: SECONDS, ...settings });
  const { previewPath } = await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, name) });
  const facts = await runner.probe(previewPath, { fileName: 'preview.mp3' });
  expect(facts).toMatchObject({ channels, durationS: expect.closeTo(SECONDS, 1) });
  expect((statSync(previewPath).size * 8) / SECONDS / bitRate).toBeCloseTo(1, 1);
});

it.each([
  ['one channel', 1],
  ['two equal channels', 2],
])('keeps the level of %s', async (name, channels) => {
  const path = join(folder, `${name}.wav`);
  makeAudioFile(path, { format: 'wav', kind: 'sine', channels, lufs: -12, dither: false });
  const named = { fileName: path, owner: 'tests', outDir: join(folder, name) };
  const { facts, previewPath } = await runner.analyse(path, named);
  const again = { fileName: 'preview.mp3', owner: 'tests', outDir: join(folder, `${name} again`) };
  const preview = await runner.analyse(previewPath, again);
  expect(Math.abs(preview.facts.samplePeakDbfs! - facts.samplePeakDbfs!)).toBeLessThan(0.05);
});

it('is mono if both channels carry the same', () => {
  expect(previewForm(2, { peak: 0.5, identical: true })).toEqual(previewForm(1));
  expect(previewForm(2, { peak: 0.5, identical: false })).toEqual(previewForm(2));
});
