import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../testing/audio/audio.js';
import { waveFile } from '../../testing/audio/audio-containers.js';
import { AudioError } from './errors.js';
import type { ProbeFacts } from './facts.js';
import type { AudioLimits } from './limits.js';
import { analysisTimeMs, defaultAudioLimits } from './limits.js';
import { checkLength } from './read/sound.js';
import { AudioRunner } from './runner.js';

let folder: string;
let song: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-limits-spec-'));
  song = join(folder, 'song.flac');
  makeAudioFile(song, { format: 'flac', durationS: 4 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withLimits<T>(limits: Partial<AudioLimits>, work: (runner: AudioRunner) => Promise<T>): Promise<T> {
  const runner = new AudioRunner({ limits });
  try {
    return await work(runner);
  } finally {
    await runner.close();
  }
}

const analyse = (path: string, limits: Partial<AudioLimits> = {}) =>
  withLimits(limits, (runner) => runner.analyse(path, { fileName: path, outDir: join(folder, 'out') }));

/** A WAV file of zeros, sparse on disk, whose data chunk has that length. */
function zeros(name: string, format: { sampleRateHz: number; channels: number; seconds: number }): string {
  const path = join(folder, name);
  const bytes = format.sampleRateHz * format.channels * format.seconds;
  const file = waveFile(Buffer.alloc(0), { ...format, bits: 8, float: false });
  file.writeUInt32LE(bytes, file.length - 4);
  writeFileSync(path, file);
  truncateSync(path, file.length + bytes);
  return path;
}

describe('limits of the file', () => {
  it('refuses more than 8 channels', async () => {
    const path = zeros('nine.wav', { sampleRateHz: 8000, channels: 9, seconds: 1 });
    await expect(analyse(path)).rejects.toMatchObject({
      code: 'too_many_channels',
      message: 'It has 9 channels; at most 8 are possible.',
      transient: false,
    });
  });

  it.each([7999, 400_000])('refuses a sample rate of %d Hz', async (sampleRateHz) => {
    const path = zeros(`${sampleRateHz}.wav`, { sampleRateHz, channels: 1, seconds: 1 });
    await expect(analyse(path)).rejects.toMatchObject({
      code: 'rate_out_of_range',
      message: `Its sample rate is ${sampleRateHz} Hz; 8 to 384 kHz are possible.`,
    });
  });

  it('refuses more than four hours', async () => {
    const path = zeros('long.wav', { sampleRateHz: 8000, channels: 1, seconds: 4 * 3600 + 1 });
    await expect(analyse(path)).rejects.toMatchObject({ code: 'too_long', message: 'It is longer than 4 hours.' });
  });

  it('refuses more samples in all than the cap', async () => {
    const path = zeros('many.wav', { sampleRateHz: 384_000, channels: 8, seconds: 300 });
    await expect(analyse(path, { maxSamples: 9e8 })).rejects.toMatchObject({ code: 'too_many_samples' });
  });

  it('refuses more samples than a file of that size can hold of real sound', async () => {
    await expect(analyse(song, { freeSamples: 10_000, samplesPerByte: 0.1 })).rejects.toMatchObject({
      code: 'too_many_samples',
    });
  });

  it('accepts 21 minutes of silence at 96 kHz in a FLAC of 272 kB, and refuses an hour of it', () => {
    const facts = { sampleRateHz: 96_000, channels: 2 } as ProbeFacts;
    const check = (minutes: number) => () =>
      checkLength(minutes * 60 * facts.sampleRateHz, facts, defaultAudioLimits, 272_000);
    expect(check(21)).not.toThrow();
    expect(check(60)).toThrow(AudioError);
  });

  it('stops decoding at the cap when the header does not contain the length', async () => {
    const path = join(folder, 'liar.wav');
    const file = waveFile(Buffer.alloc(100_000), { sampleRateHz: 8000, channels: 1, bits: 8, float: false });
    file.writeUInt32LE(0, 40);
    writeFileSync(path, file);
    await expect(analyse(path, { maxSamples: 50_000 })).rejects.toMatchObject({ code: 'too_many_samples' });
  });

  it('uses the size of the file when the header claims a length of years', async () => {
    const path = join(folder, 'years.wav');
    const file = waveFile(Buffer.alloc(8000, 100), { sampleRateHz: 8000, channels: 1, bits: 8, float: false });
    file.writeUInt32LE(0xf0000000, 40);
    writeFileSync(path, file);
    const header = await withLimits({}, (runner) => runner.probe(path, { fileName: path }));
    expect(header.durationS).toBe(1);
    const { facts } = await analyse(path);
    expect(facts).toMatchObject({ complete: false, durationS: 1 });
  });

  const emptyChunks = (count: number) => Buffer.alloc(8 * count, Buffer.from('junk\0\0\0\0', 'latin1'));
  const short = waveFile(Buffer.alloc(8000, 100), { sampleRateHz: 8000, channels: 1, bits: 8, float: false });

  it('reads a file with thousands of chunks before its sound, and refuses one with millions', async () => {
    const path = join(folder, 'chunks-before.wav');
    const withChunks = (count: number) =>
      Buffer.concat([short.subarray(0, 36), emptyChunks(count), short.subarray(36)]);
    writeFileSync(path, withChunks(15_000));
    expect((await analyse(path)).facts.durationS).toBe(1);
    const fault = { code: 'undecodable', message: 'It has more than 20000 chunks and no sound among them.' };
    for (const count of [100_000, 7_500_000]) {
      writeFileSync(path, withChunks(count));
      await expect(analyse(path, { baseTimeMs: 20_000 })).rejects.toMatchObject(fault);
    }
  });

  it.each([
    ['100,000 chunks', emptyChunks(100_000)],
    ['60 MB of empty chunks', emptyChunks(7_500_000)],
    ['60 MB of zeros', Buffer.alloc(60_000_000)],
  ])('reads the sound before %s without walking them', async (_, rest) => {
    const path = join(folder, 'chunks-behind.wav');
    writeFileSync(path, Buffer.concat([short, rest]));
    const { facts } = await analyse(path, { baseTimeMs: 20_000 });
    expect(facts).toMatchObject({ durationS: 1, complete: true });
    expect(facts.warnings.map(({ code }) => code)).not.toContain('length_differs');
  });
});

describe('limits of the child', () => {
  it('gives a file a minute and a twentieth of its length, ten minutes at most', () => {
    expect(analysisTimeMs(0, defaultAudioLimits)).toBe(60_000);
    expect(analysisTimeMs(240, defaultAudioLimits)).toBe(72_000);
    expect(analysisTimeMs(4 * 3600, defaultAudioLimits)).toBe(600_000);
  });

  it('kills a child that takes too long', async () => {
    await expect(analyse(song, { baseTimeMs: 1, maxTimeMs: 1 })).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('kills a child that takes too much memory', async () => {
    await expect(analyse(song, { maxRssBytes: 1024 * 1024 })).rejects.toMatchObject({
      code: 'out_of_memory',
      message: 'Reading it took more than 1 MB of memory.',
    });
  });

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('deleted meanwhile');
    await withLimits({}, async (runner) => {
      const reading = runner.analyse(song, { fileName: song, outDir: join(folder, 'out'), signal: controller.signal });
      controller.abort(reason);
      await expect(reading).rejects.toBe(reason);
      await expect(runner.probe(song, { fileName: song, signal: controller.signal })).rejects.toBe(reason);
      await expect(runner.probe(song, { fileName: song })).resolves.toMatchObject({ container: 'flac' });
    });
  });

  it('says that trying again may help when the file is gone or cannot be written', async () => {
    const runner = new AudioRunner();
    const gone = join(folder, 'gone.wav');
    const away = { code: 'unreadable', transient: true };
    await expect(runner.probe(gone, { fileName: gone })).rejects.toMatchObject(away);
    const outDir = join(folder, 'taken');
    mkdirSync(join(outDir, 'peaks.bin'), { recursive: true });
    await expect(runner.analyse(song, { fileName: song, outDir })).rejects.toMatchObject(away);
    await runner.close();
  });

  it('rejects running jobs when it is closed', async () => {
    const runner = new AudioRunner();
    const reading = runner.analyse(song, { fileName: song, outDir: join(folder, 'out') });
    const rejected = expect(reading).rejects.toMatchObject({ code: 'unreadable', transient: true });
    await runner.close();
    await rejected;
    await expect(runner.probe(song, { fileName: song })).rejects.toMatchObject({ code: 'unreadable', transient: true });
  });
});
