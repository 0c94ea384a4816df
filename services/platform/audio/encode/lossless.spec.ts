import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AudioFileSettings, makeAudioFile } from '../../../testing/audio/audio.js';
import { defaultAudioLimits } from '../limits.js';
import { decode } from '../read/decode.js';
import { openSound } from '../read/sound.js';
import { AudioRunner } from '../runner.js';

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-lossless-spec-'));
  runner = new AudioRunner();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

async function made(name: string, settings: AudioFileSettings): Promise<{ path: string; flac: string }> {
  const path = join(folder, `${name}.${settings.format}`);
  makeAudioFile(path, { durationS: 3, ...settings });
  return { path, flac: await runner.lossless(path, { fileName: path, owner: 'tests', outDir: join(folder, name) }) };
}

/** All samples as they are in memory, with their format. */
async function samplesOf(path: string): Promise<Buffer> {
  const sound = await openSound(path, path, defaultAudioLimits);
  const blocks: Buffer[] = [];
  for await (const frame of decode(sound, defaultAudioLimits)) {
    const bytes = (sound.facts.bitsStored! > 16 ? 4 : 2) * frame.nbSamples * sound.facts.channels;
    blocks.push(Buffer.from(frame.data![0]!.subarray(0, bytes)));
  }
  sound.close();
  return Buffer.concat(blocks);
}

describe('the lossless copy', () => {
  it.each<[string, AudioFileSettings]>([
    ['WAV 16-44', { format: 'wav' }],
    ['WAV 24-96', { format: 'wav', bits: 24, sampleRateHz: 96000 }],
    ['AIFF 24-48 mono', { format: 'aiff', bits: 24, sampleRateHz: 48000, channels: 1 }],
    ['FLAC 24-192', { format: 'flac', bits: 24, sampleRateHz: 192000 }],
  ])('of a %s holds every sample at the rate of the original', async (name, settings) => {
    const { path, flac } = await made(name, settings);
    const facts = await runner.probe(flac, { fileName: 'lossless.flac' });
    const { sampleRateHz = 44100, channels = 2, bits = 16 } = settings;
    expect(facts).toMatchObject({ container: 'flac', sampleRateHz, channels, bitsStored: bits, durationS: 3 });
    expect((await samplesOf(flac)).equals(await samplesOf(path))).toBe(true);
  });

  it.each<[string, AudioFileSettings]>([
    ['floats', { format: 'wav', float: true }],
    ['long floats', { format: 'wav', float: true, bits: 64 }],
    ['32 bits', { format: 'wav', bits: 32 }],
  ])('of %s has 24 bits, which differ by less than one of them', async (name, settings) => {
    const { flac } = await made(name, settings);
    const facts = await runner.probe(flac, { fileName: 'lossless.flac' });
    expect(facts).toMatchObject({ bitsStored: 24, float: false, durationS: 3 });
    const near = await made(`${name} near`, { format: 'wav', bits: 24, dither: false });
    const [own, other] = [await samplesOf(flac), await samplesOf(near.path)];
    expect(own.length).toBe(other.length);
    let worst = 0;
    for (let at = 0; at < own.length; at += 4)
      worst = Math.max(worst, Math.abs(own.readInt32LE(at) - other.readInt32LE(at)));
    expect(worst).toBeLessThanOrEqual(2 ** 9);
  });

  it('of more than two channels is their stereo mix in 24 bits', async () => {
    const { flac } = await made('six', { format: 'wav', bits: 16, sampleRateHz: 48000, channels: 6 });
    const facts = await runner.probe(flac, { fileName: 'lossless.flac' });
    expect(facts).toMatchObject({ sampleRateHz: 48000, channels: 2, bitsStored: 24, durationS: 3 });
  });

  it('does not exist for an MP3 or an unreadable file', async () => {
    await expect(made('lossy', { format: 'mp3' })).rejects.toMatchObject({
      code: 'unsupported',
      message: 'It is an MP3, so no lossless version can be made.',
    });
    const torn = join(folder, 'torn.flac');
    writeFileSync(torn, Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(4000, 7)]));
    await expect(
      runner.lossless(torn, { fileName: torn, owner: 'tests', outDir: join(folder, 'torn') }),
    ).rejects.toMatchObject({
      code: 'undecodable',
    });
  });
});
