import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AudioFileSettings, writeAudioFile } from '../../testing/audio/audio.js';
import { expectTableInDocs } from '../../testing/doc-table.js';
import { oneDecimal } from '../text.js';
import type { PlayedSound } from './facts.js';
import { FilterChain } from './filters.js';
import { defaultAudioLimits } from './limits.js';
import { decode } from './read/decode.js';
import { openSound } from './read/sound.js';
import { AudioRunner } from './runner.js';
import { randomFrom } from './synth.js';

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-played-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

const SECONDS = 1.5;
/** A tone for each channel, so that the place and level of each channel is known in a mix. */
const TONES_HZ = [400, 500, 600, 700, 800, 900, 1000, 1100];
const C = Math.SQRT1_2;
/** Gains of each channel of the usual layouts to the left and to the right. */
const MIXES: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[1, 0], [0, 1]], // prettier-ignore
  3: [[1, 0], [0, 1], [C, C]], // prettier-ignore
  4: [[1, 0], [0, 1], [C, 0], [0, C]], // prettier-ignore
  5: [[1, 0], [0, 1], [C, C], [C, 0], [0, C]], // prettier-ignore
  6: [[1, 0], [0, 1], [C, C], [0, 0], [C, 0], [0, C]], // prettier-ignore
  7: [[1, 0], [0, 1], [C, C], [0, 0], [0.5, 0.5], [C, 0], [0, C]], // prettier-ignore
  8: [[1, 0], [0, 1], [C, C], [0, 0], [C, 0], [0, C], [C, 0], [0, C]], // prettier-ignore
};

it('is mixed as the documentation says', () => {
  const cell = (gain: number) => (gain === 0 ? 'none' : `${oneDecimal(decibels(gain))} dB`);
  const side = (gains: [number, number][], at: number) =>
    gains.map((gain, channel) => `${channel + 1}: ${cell(gain[at]!)}`).join(', ');
  const more = Object.entries(MIXES).filter(([channels]) => Number(channels) > 2);
  expectTableInDocs('discs.md', 'mixes', [
    ['Channels', 'To the left', 'To the right'],
    ...more.map(([channels, gains]) => [channels, side(gains, 0), side(gains, 1)]),
  ]);
});

type Signal = (channel: number, seconds: number) => number;

const tone = (hertz: number, level: number, seconds: number) => level * Math.sin(2 * Math.PI * hertz * seconds);
const apart =
  (level: number): Signal =>
  (channel, seconds) =>
    tone(TONES_HZ[channel]!, level, seconds);
const equal =
  (level: number): Signal =>
  (_channel, seconds) =>
    tone(440, level, seconds);
const without = (silent: number, signal: Signal): Signal => (channel, seconds) =>
  channel === silent ? 0 : signal(channel, seconds); // prettier-ignore

type Settings = Partial<AudioFileSettings> & { channels: number };

/** A WAV that names its speakers. */
const masked = (mask: number): Partial<Settings> => ({ wave: { extensible: { validBits: 0, mask } } });

function makeSound(name: string, signal: Signal, { channels, sampleRateHz = 48000, ...settings }: Settings): string {
  const path = join(folder, `${name}.${settings.format ?? 'wav'}`);
  const sound = Array.from({ length: channels }, (_, channel) =>
    Float64Array.from({ length: SECONDS * sampleRateHz }, (_value, frame) => signal(channel, frame / sampleRateHz)),
  );
  writeAudioFile(path, sound, { format: 'wav', bits: 24, dither: false, sampleRateHz, ...settings });
  return path;
}

/** The decoded channels, without the first and last fifth of a second, where coders settle. */
async function read(path: string): Promise<{ channels: Float64Array[]; sampleRateHz: number }> {
  const sound = await openSound(path, path, defaultAudioLimits);
  const { channels: count, sampleRateHz } = sound.facts;
  const blocks: Float64Array[] = [];
  const chain = new FilterChain([['aformat', 'sample_fmts=dbl']]);
  for await (const frame of decode(sound, defaultAudioLimits)) {
    chain.push(frame, (block) => {
      const bytes = block.data![0]!;
      blocks.push(new Float64Array(bytes.buffer, bytes.byteOffset, block.nbSamples * count).slice());
    });
  }
  chain.close();
  sound.close();
  const samples = Float64Array.from(blocks.flatMap((block) => [...block]));
  const edge = 0.2 * sampleRateHz;
  const channels = Array.from({ length: count }, (_, channel) =>
    samples.filter((_sample, at) => at % count === channel).slice(edge, (SECONDS - 0.2) * sampleRateHz),
  );
  return { channels, sampleRateHz };
}

/** Amplitude of a tone in whole periods of 100 Hz. */
function amplitude(samples: Float64Array, hertz: number, sampleRateHz: number): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, at) => {
    const phase = (2 * Math.PI * hertz * at) / sampleRateHz;
    real += sample * Math.cos(phase);
    imaginary += sample * Math.sin(phase);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

const peakOf = (channels: Float64Array[]) =>
  channels.reduce((peak, samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak), 0);
const decibels = (linear: number) => 20 * Math.log10(linear);

/** The preview and the lossless copy of a file, and the facts about their level. */
async function play(path: string) {
  const outDir = `${path}.out`;
  const named = { fileName: path, owner: 'tests', outDir };
  const { facts, previewPath } = await runner.analyse(path, named);
  const lossless = await runner.lossless(path, named);
  return { facts, played: facts.played!, heard: [previewPath, lossless] };
}

/** Holds the level of each channel's tone on both sides against the source, to a twentieth of a decibel. */
async function holdsLevels(path: string, channels: number, level: number, { loweredDb }: PlayedSound, silent = -1) {
  const { channels: heard, sampleRateHz } = await read(path);
  const sides = heard.length === 1 ? [heard[0]!, heard[0]!] : heard;
  expect(sides).toHaveLength(2);
  MIXES[channels]!.forEach((gains, channel) =>
    gains.forEach((gain, side) => {
      const expected = channel === silent ? 0 : gain * level * 10 ** (-loweredDb / 20);
      const found = amplitude(sides[side]!, TONES_HZ[channel]!, sampleRateHz);
      const place = { path, channel, side };
      if (expected === 0) expect({ ...place, found: found < level / 300 }).toEqual({ ...place, found: true });
      else expect({ ...place, off: Math.abs(decibels(found / expected)) < 0.05 }).toEqual({ ...place, off: true });
    }),
  );
  expect(peakOf(heard)).toBeLessThan(1.01);
}

describe('preview and lossless copy hold level, balance and peak', () => {
  const forms: [string, Settings][] = [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((channels): [string, Settings] => [`${channels} channels`, { channels }]),
    ...[16, 32].map((bits): [string, Settings] => [`${bits} bits`, { channels: 2, bits }]),
    ...[16, 32].map((bits): [string, Settings] => [`six channels of ${bits} bits`, { channels: 6, bits }]),
    ['floats', { channels: 2, float: true, bits: 32 }],
    ['five channels of floats', { channels: 5, float: true, bits: 32 }],
    ...[44100, 88200, 96000, 176400, 192000].map((sampleRateHz): [string, Settings] => [
      `${sampleRateHz} Hz`,
      { channels: 2, sampleRateHz },
    ]),
    ['five channels at 96 kHz', { channels: 5, sampleRateHz: 96000 }],
    ...[0x8, 0x10].map((mask): [string, Settings] => [`one channel, mask ${mask}`, { channels: 1, ...masked(mask) }]),
    ...[0xc, 0x12, 0x30, 0x600, 0x40000].map((mask): [string, Settings] => [
      `two channels, mask ${mask}`,
      { channels: 2, ...masked(mask) },
    ]),
    ['four channels of which two are unknown speakers', { channels: 4, ...masked(0x60000003) }],
  ];

  it.each(forms)('of %s', async (name, settings) => {
    const { channels } = settings;
    const path = makeSound(name, apart(0.2), settings);
    const { played, heard } = await play(path);
    for (const each of heard) await holdsLevels(each, channels, 0.2, played);
    expect(played.mix).toEqual(
      channels > 2 ? [0, 1].map((side) => MIXES[channels]!.map((gains) => gains[side])) : null,
    );
  });

  it.each([2, 3, 5, 6, 8])('of %i channels at full scale', async (channels) => {
    const path = makeSound(`full ${channels}`, apart(0.99), { channels });
    const { played, heard } = await play(path);
    expect(played.loweredDb > 0).toBe(channels > 2);
    for (const each of heard) await holdsLevels(each, channels, 0.99, played);
  });

  it.each([
    [2, 0],
    [2, 1],
    [5, 0],
    [5, 2],
  ])('of %i channels of which channel %i is silent', async (channels, silent) => {
    const path = makeSound(`silent ${channels} ${silent}`, without(silent, apart(0.2)), { channels });
    const { played, heard } = await play(path);
    for (const each of heard) await holdsLevels(each, channels, 0.2, played, silent);
  });

  it.each([2, 5])('of %i channels of which only the second one sounds, far below any loudness', async (channels) => {
    const signal: Signal = (channel, seconds) => (channel === 1 ? tone(TONES_HZ[1]!, 0.0009, seconds) : 0);
    const { heard } = await play(makeSound(`quiet ${channels}`, signal, { channels }));
    for (const each of heard) {
      const { channels: sides, sampleRateHz } = await read(each);
      const [left, right] = sides.map((side) => amplitude(side, TONES_HZ[1]!, sampleRateHz));
      expect(decibels(right! / 0.0009)).toBeCloseTo(0, 1);
      expect(left).toBeLessThan(0.0001);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of %i equal channels', async (channels) => {
    const path = makeSound(`equal ${channels}`, equal(0.97), { channels });
    const { played, heard } = await play(path);
    const gain = MIXES[channels]!.reduce((sum, [left]) => sum + left, 0);
    expect(played.loweredDb).toBe(Math.max(0, Math.ceil(decibels(0.97 * gain))));
    for (const each of heard) {
      const { channels: sides, sampleRateHz } = await read(each);
      for (const side of sides) {
        const found = decibels(amplitude(side, 440, sampleRateHz) / (0.97 * gain)) + played.loweredDb;
        expect(Math.abs(found)).toBeLessThan(0.05);
      }
      expect(peakOf(sides)).toBeLessThan(1.005);
    }
  });

  it('of floats above full scale, which are lowered by whole decibels', async () => {
    const path = makeSound('above', apart(1.8), { channels: 2, float: true, bits: 32 });
    const { played, heard } = await play(path);
    expect(played.loweredDb).toBe(6);
    for (const each of heard) await holdsLevels(each, 2, 1.8, played);
  });

  it('of floats that are far above full scale', async () => {
    const path = makeSound('far', apart(1000), { channels: 2, float: true, bits: 32 });
    const { played, heard } = await play(path);
    expect(played).toMatchObject({ loweredDb: 60, integratedLufs: null });
    for (const each of heard) await holdsLevels(each, 2, 1000, played);
  });
});

it.each<[string, Settings]>([
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((channels): [string, Settings] => [`${channels} channels`, { channels }]),
  ['one channel, mask 8', { channels: 1, ...masked(0x8) }],
  ['two channels, mask 1536', { channels: 2, ...masked(0x600) }],
])('knows how loud %s sound from two speakers', async (name, settings) => {
  const path = makeSound(`loud ${name}`, apart(0.9), settings);
  const { played, heard } = await play(path);
  for (const [index, each] of heard.entries()) {
    const again = { fileName: each, owner: 'tests', outDir: `${path}.again-${index}` };
    const { facts } = await runner.analyse(each, again);
    expect(facts.played!.integratedLufs).toBeCloseTo(played.integratedLufs!, 1);
    expect(facts.played!.loweredDb).toBe(0);
  }
});

/** Puts a CHAN chunk with this tag of Core Audio behind the COMM chunk of an AIFF. */
function nameSpeakers(path: string, tag: number): void {
  const [file, chunk] = [readFileSync(path), Buffer.alloc(20)];
  chunk.write('CHAN', 'latin1');
  chunk.writeUInt32BE(12, 4);
  chunk.writeUInt32BE(tag, 8);
  const named = Buffer.concat([file.subarray(0, 38), chunk, file.subarray(38)]);
  named.writeUInt32BE(named.length - 8, 4);
  writeFileSync(path, named);
}

it.each([
  ['FC FL FR', 0x720003, [2, 0, 1]],
  ['FL FC FR SL SR', 0x770005, [0, 2, 1, 3, 4]],
  ['FL FR SL SR FC LFE', 0x7a0006, [0, 1, 4, 5, 2, 3]],
  ['no known speakers', 0x6b0004, [0, 1, 2, 3]],
])('mixes an AIFF by the speakers that it names: %s', async (name, tag, order) => {
  const channels = order.length;
  const usual = await play(makeSound(`usual ${channels}`, apart(0.2), { channels }));
  const path = makeSound(name, (at, seconds) => apart(0.2)(order[at]!, seconds), { channels, format: 'aiff' });
  nameSpeakers(path, tag);
  const { facts, played, heard } = await play(path);
  expect(facts.loudness).toEqual(usual.facts.loudness);
  expect(played).toEqual({
    ...usual.played,
    mix: usual.played.mix!.map((gains) => order.map((channel) => gains[channel])),
  });
  for (const each of heard) await holdsLevels(each, channels, 0.2, played);
});

it('keeps full-scale noise in eight channels below full scale', async () => {
  const random = randomFrom(5);
  const path = makeSound('noise', () => 2 * random() - 1, { channels: 8 });
  const { played, heard } = await play(path);
  expect(played.loweredDb).toBeGreaterThan(3);
  expect(peakOf((await read(heard[1]!)).channels)).toBeLessThanOrEqual(1);
});

it('keeps sound below full scale that is too high for a preview', async () => {
  const signal: Signal = (_channel, seconds) => tone(30_000, 0.9, seconds);
  const { played, heard } = await play(makeSound('high', signal, { channels: 5, sampleRateHz: 96000 }));
  expect(played.loweredDb).toBe(7);
  expect(peakOf((await read(heard[1]!)).channels)).toBeCloseTo(0.9 * (1 + 2 * C) * 10 ** (-7 / 20), 3);
});

it.each([
  [2, 1 + 1e-9, 1],
  [5, 1 + 1e-9, 1],
  [2, 10 ** (5 / 20), 5],
])('lowers %i channels of long floats with a peak of %d alike', async (channels, peak, loweredDb) => {
  const signal: Signal = (channel, seconds) =>
    channel > 0 ? 0 : seconds === SECONDS / 2 ? peak : apart(0.2)(channel, seconds);
  const { played, heard } = await play(makeSound(`${channels} ${peak}`, signal, { channels, float: true, bits: 64 }));
  expect(played.loweredDb).toBe(loweredDb);
  for (const each of heard) {
    const { channels: sides, sampleRateHz } = await read(each);
    expect(decibels(amplitude(sides[0]!, TONES_HZ[0]!, sampleRateHz) / 0.2)).toBeCloseTo(-loweredDb, 1);
  }
});

it.each([
  ['two channels', NaN, { channels: 2, bits: 32 }],
  ['two channels', Infinity, { channels: 2, bits: 32 }],
  ['two channels', -1e38, { channels: 2, bits: 32 }],
  ['two channels', 1e300, { channels: 2, bits: 64 }],
  ['five channels', NaN, { channels: 5, bits: 32 }],
  ['five channels', Infinity, { channels: 5, bits: 32 }],
  ['five channels', 1e300, { channels: 5, bits: 64 }],
])('is silent where a sample of %s is %d', async (name, invalid, settings) => {
  const at = SECONDS / 2;
  // The peak is beside the invalid sample.
  const signal: Signal = (channel, seconds) =>
    channel === 1 && seconds === at ? invalid : seconds === at + 1 / 48000 ? 2.5 : apart(0.2)(channel, seconds);
  const { facts, played, heard } = await play(makeSound(`${name} ${invalid}`, signal, { ...settings, float: true }));
  expect(facts.warnings).toContainEqual(expect.objectContaining({ code: 'invalid_samples', atS: [at] }));
  expect(facts.loudness.integratedLufs).not.toBeNull();
  expect(played.loweredDb).toBe(settings.channels === 2 ? 8 : 16);
  for (const each of heard) await holdsLevels(each, settings.channels, 0.2, played);
});
