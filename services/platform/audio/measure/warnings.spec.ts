import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AudioFileSettings } from '../../../testing/audio/audio.js';
import { makeAudioFile, scaleTo, writeAudioFile } from '../../../testing/audio/audio.js';
import type { AnalysisFacts, AudioWarning } from '../facts.js';
import { AudioRunner } from '../runner.js';
import { synthesise } from '../synth.js';

const RATE = 44100;
let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-warnings-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

const songs = new Map<number, Float64Array[]>();

/** Song-like stereo of that many seconds at −18 LUFS. */
function song(durationS = 3): Float64Array[] {
  const kept = songs.get(durationS);
  if (kept) return kept;
  const channels = synthesise({ kind: 'music', sampleRateHz: RATE, channels: 2, durationS, seed: 3, frequencyHz: 0 });
  scaleTo(channels, RATE, -18);
  songs.set(durationS, channels);
  return channels;
}

async function analyse(path: string): Promise<AnalysisFacts> {
  return (await runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') })).facts;
}

async function analyseSamples(
  name: string,
  channels: Float64Array[],
  settings: Partial<AudioFileSettings> = {},
): Promise<AnalysisFacts> {
  const path = join(folder, `${name}.wav`);
  writeAudioFile(path, channels, { format: 'wav', bits: 24, sampleRateHz: RATE, ...settings });
  return analyse(path);
}

const map = (channels: Float64Array[], change: (sample: number, at: number, channel: number) => number) =>
  channels.map((samples, channel) => samples.map((sample, at) => change(sample, at, channel)));

describe('warnings', () => {
  it('does not warn about a clean master', async () => {
    expect((await analyseSamples('clean', song())).warnings).toEqual([]);
  });

  it('does not warn about what 8 bits cannot do better', async () => {
    const quiet = map(song(), (sample, at) => (at === 0 || at === song()[0]!.length - 1 ? 0 : sample));
    const rounded = map(quiet, (sample) => Math.floor(sample * 128) / 128);
    const { warnings } = await analyseSamples('eight-bits', rounded, { bits: 8 });
    expect(warnings).toEqual([]);
    const cut = map(rounded, (sample, at) => (at === 0 ? 0.05 : sample + 0.02));
    const codes = (await analyseSamples('eight-bits-cut', cut, { bits: 8 })).warnings.map(({ code }) => code);
    expect(codes).toEqual(['dc_offset', 'abrupt_start', 'abrupt_end']);
  });

  it('says how much of a short file is missing', async () => {
    const path = join(folder, 'short.wav');
    makeAudioFile(path, { format: 'wav', durationS: 1.4 });
    const file = readFileSync(path);
    const cutTo = async (seconds: number) => {
      writeFileSync(path, file.subarray(0, 44 + Math.round(seconds * 44_100) * 4));
      return (await analyse(path)).warnings[0]!.message;
    };
    expect(await cutTo(0.9)).toBe('The file was cut off: 0.5 s are missing.');
    expect(await cutTo(1.4 - 1 / 44_100)).toBe('The file was cut off: 1 sample per channel is missing.');
    expect(await cutTo(0.3)).toBe('The file was cut off: only 0:00 of 0:01 is there.');
  });

  it('does not call floats above full scale clipped unless they are flat', async () => {
    const loud = map(song(), (sample) => sample * 12);
    const { warnings, clipRuns } = await analyseSamples('loud-floats', loud, { float: true, bits: 32 });
    expect(clipRuns).toBe(0);
    expect(warnings.map(({ code }) => code)).toEqual(['true_peak_over', 'dc_offset']);
    const flat = map(loud, (sample) => Math.max(-1.2, Math.min(1.2, sample)));
    const clipped = await analyseSamples('flat-floats', flat, { float: true, bits: 32 });
    expect(clipped.warnings.map(({ code }) => code)).toContain('clipped');
  });

  it('reports flat tops that were turned down afterwards as clipping', async () => {
    const clipped = map(song(), (sample) => 0.7 * Math.max(-1, Math.min(1, sample * 12)));
    const { warnings, clipRuns } = await analyseSamples('turned-down', clipped);
    expect(clipRuns).toBe(0);
    expect(warnings).toContainEqual({
      code: 'clipped',
      message: expect.stringMatching(/^\d+ flat tops at −3\.1 dBFS: clipped, and turned down afterwards\.$/),
      atS: expect.any(Array),
    });
  });

  it('finds sixteen bits in twenty-four after a change of level', async () => {
    const lowered = map(song(12), (sample) => 0.8 * (Math.round(sample * 2 ** 15) / 2 ** 15));
    const { warnings, bitsEffective } = await analyseSamples('lowered', lowered);
    expect(bitsEffective).toBe(24);
    expect(warnings.map(({ code }) => code)).toEqual(['padded']);
  });

  it('reports a channel with inverted polarity', async () => {
    const inverted = map(song(), (sample, _at, channel) => (channel === 1 ? -sample : sample));
    expect((await analyseSamples('inverted', inverted)).warnings.map(({ code }) => code)).toEqual([
      'polarity_inverted',
    ]);
  });

  it.each([0.73, 3.05, 4.999])('the loudest moments of %f s are those of its sound', async (durationS) => {
    const { loudness } = await analyseSamples(`odd-length-${durationS}`, song(durationS));
    for (const level of [loudness.maxMomentaryLufs, loudness.maxShortTermLufs])
      expect(level === null || level < -10).toBe(true);
    expect(loudness.maxMomentaryLufs).toBeGreaterThan(-24);
  });

  it('digital silence has no levels', async () => {
    const facts = await analyseSamples('silence', [new Float64Array(RATE), new Float64Array(RATE)]);
    expect(facts).toMatchObject({
      silent: true,
      complete: true,
      bitsEffective: null,
      truePeakDbtp: null,
      samplePeakDbfs: null,
      loudness: { integratedLufs: null, lraLu: null, maxMomentaryLufs: null, maxShortTermLufs: null },
      leadSilenceS: 1,
      tailSilenceS: 1,
    });
    expect(facts.warnings.map(({ code }) => code)).toEqual(['silent']);
  });

  const cases: [string, string, () => Float64Array[], Partial<AudioFileSettings>, string][] = [
    ['clipping', 'clipped', () => map(song(), (sample) => sample * 20), {}, 'runs of three or more full-scale samples'],
    [
      'overs',
      'true_peak_over',
      () => map(song(), (sample) => sample * 20),
      { float: true, bits: 32 },
      'dBTP, above full scale',
    ],
    [
      'left only',
      'channel_silent',
      () => map(song(), (sample, _, channel) => (channel === 0 ? sample : 0)),
      {},
      'The right channel is silent.',
    ],
    [
      'mono',
      'channels_identical',
      () => Array.from({ length: 2 }, () => song()[0]!),
      {},
      'Both channels are identical: it is mono.',
    ],
    ['offset', 'dc_offset', () => map(song(), (sample) => sample + 0.01), {}, 'There is a DC offset of 1.'],
    [
      'head',
      'head_silence',
      () => map(song(), (sample, at) => (at < RATE ? 0 : sample)),
      {},
      '1.0 s of silence before',
    ],
    [
      'tail',
      'tail_silence',
      () => map(song(8), (sample, at) => (at > 2 * RATE ? 0 : sample)),
      {},
      '6.0 s of silence after',
    ],
    [
      'start',
      'abrupt_start',
      () => map(song(), (sample, at) => (at === 0 ? 0.1 : sample)),
      {},
      'the first sample is at −20.0 dBFS',
    ],
    [
      'end',
      'abrupt_end',
      () => map(song(), (sample, at) => (at === 3 * RATE - 1 ? 0.1 : sample)),
      {},
      'the last sample is at −20.0 dBFS',
    ],
    [
      'not a number',
      'invalid_samples',
      () => map(song(), (sample, at) => (at === RATE ? NaN : sample)),
      { float: true, bits: 32 },
      'are not numbers',
    ],
  ];

  it.each(cases)('%s → %s', async (name, code, channels, settings, message) => {
    const { warnings } = await analyseSamples(name, channels(), settings);
    expect(warnings.find((warning) => warning.code === code)?.message).toContain(message);
  });

  /** Changes that many samples after the first second; the others stay as they are. */
  const at = (second: number, count: number, change: (sample: number) => number) => (sample: number, index: number) =>
    index >= second * RATE && index < second * RATE + count ? change(sample) : sample;
  const float = { float: true, bits: 32 } as const;
  const places: [string, AudioWarning['code'], () => Float64Array[], Partial<AudioFileSettings>, number[]][] = [
    [
      'clipped',
      'clipped',
      () =>
        map(
          map(
            song(7),
            at(2, 4, () => 1),
          ),
          at(5, 4, () => -1),
        ),
      {},
      [2, 5],
    ],
    [
      'flat',
      'clipped',
      () =>
        map(
          song(5),
          at(2, RATE / 2, (sample) => limited(sample * 12)),
        ),
      {},
      [2],
    ],
    [
      'over',
      'true_peak_over',
      () =>
        map(
          song(6),
          at(4, 1, () => 1.5),
        ),
      float,
      [4],
    ],
    [
      'no number',
      'invalid_samples',
      () =>
        map(
          song(4),
          at(1, 1, () => NaN),
        ),
      float,
      [1],
    ],
    [
      'late',
      'head_silence',
      () =>
        map(
          song(),
          at(0, RATE, () => 0),
        ),
      {},
      [0],
    ],
    [
      'long tail',
      'tail_silence',
      () =>
        map(
          song(8),
          at(2, 6 * RATE, () => 0),
        ),
      {},
      [2],
    ],
    [
      'cut',
      'abrupt_end',
      () =>
        map(
          song(3),
          at(2.9, RATE, () => 0.1),
        ),
      {},
      [2],
    ],
  ];
  const limited = (sample: number) => 0.7 * Math.max(-1, Math.min(1, sample));

  it.each(places)('give their place in the sound: %s → %s', async (name, code, channels, settings, seconds) => {
    const { warnings } = await analyseSamples(`where ${name}`, channels(), settings);
    const found = warnings.find((warning) => warning.code === code)?.atS;
    expect(found).toHaveLength(seconds.length);
    seconds.forEach((second, index) => expect(Math.abs(found![index]! - second)).toBeLessThan(0.15));
  });

  it('name five places at most, each a second from the one before', async () => {
    const { warnings } = await analyseSamples(
      'everywhere',
      map(song(9), (sample) => sample * 20),
    );
    const found = warnings.find(({ code }) => code === 'clipped')!.atS!;
    expect(found).toHaveLength(5);
    found.slice(1).forEach((second, index) => expect(second - found[index]!).toBeGreaterThan(0.99));
  });

  it('recognises 16 bits in a 24-bit file', async () => {
    const facts = await analyseSamples(
      'padded',
      map(song(), (sample) => Math.round(sample * 2 ** 15) / 2 ** 15),
      { dither: false },
    );
    expect(facts).toMatchObject({ bitsStored: 24, bitsEffective: 16 });
    expect(facts.warnings).toEqual([{ code: 'padded', message: 'Only 16 of the 24 bits are in use.' }]);
  });

  it('recognises a master that was an MP3 of 128 kbit/s', async () => {
    makeAudioFile(join(folder, 'low.mp3'), { format: 'mp3', bitRate: 128_000, durationS: 6 });
    const facts = await analyseSamples('lossy', await decoded(join(folder, 'low.mp3')));
    expect(facts.warnings.map(({ code }) => code)).toContain('lossy_source');
  });

  it('recognises a FLAC with damage inside', async () => {
    const path = join(folder, 'damaged.flac');
    makeAudioFile(path, { format: 'flac', durationS: 6 });
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes.fill(0x55, middle, middle + 2000);
    writeFileSync(path, bytes);
    const facts = await analyse(path);
    expect(facts.complete).toBe(false);
    const [place] = facts.warnings.find(({ code }) => code === 'damaged')!.atS!;
    expect(Math.abs(place! - 3)).toBeLessThan(0.5);
  });
});

/** The samples of a file as the engine decodes them. */
async function decoded(path: string): Promise<Float64Array[]> {
  const { openSound } = await import('../read/sound.js');
  const { decode } = await import('../read/decode.js');
  const { LoudnessMeter } = await import('./loudness.js');
  const { defaultAudioLimits } = await import('../limits.js');
  const sound = await openSound(path, path, defaultAudioLimits);
  const meter = new LoudnessMeter();
  const samples: number[] = [];
  const take = (block: Float64Array) => void samples.push(...block);
  for await (const frame of decode(sound, defaultAudioLimits)) meter.push(frame, take);
  meter.push(null, take);
  return [0, 1].map((channel) => Float64Array.from(samples.filter((_, at) => at % 2 === channel)));
}
