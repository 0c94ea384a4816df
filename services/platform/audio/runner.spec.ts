import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AudioFileSettings } from '../../testing/audio/audio.js';
import { makeAudioFile } from '../../testing/audio/audio.js';
import type { AnalysisFacts } from './facts.js';
import { decodePeaks } from './measure/peaks.js';
import { AudioRunner } from './runner.js';

let folder: string;
let runner: AudioRunner;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lacquer-audio-spec-'));
  runner = new AudioRunner();
  runner.warm();
});

afterAll(async () => {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(name: string, settings: AudioFileSettings): string {
  const path = join(folder, name);
  makeAudioFile(path, settings);
  return path;
}

const probe = (path: string) => runner.probe(path, { fileName: path });
const analyse = (path: string) => runner.analyse(path, { fileName: path, owner: 'tests', outDir: join(folder, 'out') });
const codes = (facts: AnalysisFacts) => facts.warnings.map(({ code }) => code);

describe('formats', () => {
  const lufs = -16;
  const formats: [string, AudioFileSettings, Partial<AnalysisFacts>][] = [
    ['8.wav', { format: 'wav', bits: 8 }, { container: 'wav', codec: 'pcm_u8', bitsStored: 8, bitsEffective: 8 }],
    [
      '16.wav',
      { format: 'wav', bits: 16 },
      { container: 'wav', codec: 'pcm_s16le', bitsStored: 16, bitsEffective: 16 },
    ],
    [
      '24.wav',
      { format: 'wav', bits: 24, sampleRateHz: 96000 },
      { codec: 'pcm_s24le', bitsStored: 24, bitsEffective: 24 },
    ],
    ['32.wav', { format: 'wav', bits: 32 }, { codec: 'pcm_s32le', bitsStored: 32, bitsEffective: 32 }],
    ['f32.wav', { format: 'wav', bits: 32, float: true }, { codec: 'pcm_f32le', bitsStored: 32, float: true }],
    ['f64.wav', { format: 'wav', bits: 64, float: true }, { codec: 'pcm_f64le', bitsStored: 64, float: true }],
    ['192.wav', { format: 'wav', bits: 24, sampleRateHz: 192000, durationS: 3 }, { sampleRateHz: 192000 }],
    ['384.wav', { format: 'wav', bits: 24, sampleRateHz: 384000, durationS: 3 }, { sampleRateHz: 384000 }],
    ['mono.wav', { format: 'wav', channels: 1 }, { channels: 1 }],
    ['six.wav', { format: 'wav', channels: 6 }, { channels: 6 }],
    [
      'extensible.wav',
      { format: 'wav', bits: 24, channels: 6, wave: { extensible: { validBits: 0, mask: 0x3f } } },
      { codec: 'pcm_s24le', bitsStored: 24, channels: 6 },
    ],
    [
      '24in32.wav',
      { format: 'wav', bits: 24, wave: { extensible: { validBits: 24, mask: 3 } }, container: 32 },
      { codec: 'pcm_s32le', bitsStored: 24, bitsEffective: 24 },
    ],
    ['rf64.wav', { format: 'rf64', bits: 24 }, { container: 'rf64', bitsStored: 24 }],
    ['bw64.wav', { format: 'wav', bits: 24, wave: { form: 'BW64' } }, { container: 'rf64', bitsStored: 24 }],
    ['a.w64', { format: 'w64', bits: 24 }, { container: 'w64', bitsStored: 24 }],
    ['16.aiff', { format: 'aiff', bits: 16 }, { container: 'aiff', codec: 'pcm_s16be', bitsStored: 16 }],
    ['24.aif', { format: 'aiff', bits: 24, sampleRateHz: 48000 }, { codec: 'pcm_s24be', bitsStored: 24 }],
    ['sowt.aifc', { format: 'aifc', bits: 16 }, { container: 'aifc', codec: 'pcm_s16le', bitsStored: 16 }],
    ['sowt24.aifc', { format: 'aifc', bits: 24 }, { codec: 'pcm_s24le', bitsStored: 24, bitsEffective: 24 }],
    ['sowt32.aifc', { format: 'aifc', bits: 32, channels: 6 }, { codec: 'pcm_s32le', bitsStored: 32, channels: 6 }],
    ['fl32.aifc', { format: 'aifc', bits: 32, float: true }, { container: 'aifc', codec: 'pcm_f32be', float: true }],
    ['16.flac', { format: 'flac', bits: 16 }, { container: 'flac', codec: 'flac', bitsStored: 16, bitsEffective: 16 }],
    ['24.flac', { format: 'flac', bits: 24, sampleRateHz: 88200 }, { bitsStored: 24, bitsEffective: 24 }],
    ['a.mp3', { format: 'mp3' }, { container: 'mp3', codec: 'mp3', bitsStored: null, bitsEffective: null }],
    ['48.mp3', { format: 'mp3', sampleRateHz: 48000, channels: 1 }, { container: 'mp3', channels: 1 }],
  ];

  it.each(formats)('reads %s with its loudness', async (name, settings, expected) => {
    const path = make(name, { lufs, durationS: 5, ...settings });
    const header = await probe(path);
    const { facts } = await analyse(path);
    const seconds = settings.durationS ?? 5;
    expect(facts).toMatchObject({ ...expected, complete: true, silent: false });
    expect(header).toMatchObject({
      sampleRateHz: facts.sampleRateHz,
      channels: facts.channels,
      bitsStored: facts.bitsStored,
    });
    expect(header.durationS).toBeCloseTo(seconds, 1);
    expect(facts.durationS).toBeCloseTo(seconds, 1);
    expect(Math.abs(facts.loudness.integratedLufs! - lufs)).toBeLessThan(0.1);
    expect(codes(facts)).toEqual([]);
  });

  it('identifies the file by its bytes, and writes peaks, fingerprint and a preview of the same length', async () => {
    const path = make('results.wav', { format: 'wav', bits: 24, sampleRateHz: 96000, durationS: 8 });
    const progress: number[] = [];
    const output = await runner.analyse(path, {
      fileName: 'results.wav',
      outDir: join(folder, 'results'),
      onProgress: (fraction) => progress.push(fraction),
    });
    const bytes = readFileSync(path);
    expect(output.facts.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(output.facts.sizeBytes).toBe(bytes.length);
    const { pairsPerSecond, pairs } = decodePeaks(readFileSync(output.peaksPath));
    expect([pairsPerSecond, pairs.length]).toEqual([50, 800]);
    expect(statSync(output.fingerprintPath).size / 4).toBeGreaterThan(30);
    expect((await runner.probe(output.previewPath, { fileName: 'preview.mp3' })).durationS).toBeCloseTo(8, 1);
    expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });
});

describe('fingerprints', () => {
  it('match the same song at another rate, level and codec, and not other songs', async () => {
    const files: [string, AudioFileSettings][] = [
      ['one.wav', { format: 'wav', bits: 24, sampleRateHz: 96000, seed: 1 }],
      ['one.mp3', { format: 'mp3', seed: 1, lufs: -12 }],
      ['two.wav', { format: 'wav', seed: 2 }],
    ];
    const prints: Buffer[] = [];
    for (const [name, settings] of files) {
      const { fingerprintPath } = await analyse(make(name, { durationS: 15, ...settings }));
      prints.push(readFileSync(fingerprintPath));
    }
    const [wav, mp3, other] = prints as [Buffer, Buffer, Buffer];
    expect(agreement(wav, mp3)).toBeGreaterThan(0.85);
    expect(agreement(wav, other)).toBeLessThan(0.65);
  });

  /** Share of equal bits. */
  function agreement(one: Buffer, other: Buffer): number {
    const length = Math.min(one.length, other.length);
    let equal = 0;
    for (let bit = 0; bit < length * 8; bit++) {
      if (((one[bit >> 3]! ^ other[bit >> 3]!) & (1 << (bit & 7))) === 0) equal++;
    }
    return equal / (length * 8);
  }
});

describe('bad files', () => {
  const bad: [string, string | Buffer, string][] = [
    ['empty.wav', '', 'empty'],
    ['text.wav', 'Dear engineer, here is the song.\n'.repeat(200), 'not_audio'],
    ['picture.wav', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_audio'],
    ['header.wav', 'RIFF\x24\0\0\0WAVEfmt ', 'undecodable'],
    ['header.flac', 'fLaC\x80\0\0\x22', 'undecodable'],
    ['header.aiff', 'FORM\0\0\0\x04AIFF', 'undecodable'],
    ['header.mp3', 'ID3\x04\0\0\0\0\0\0', 'undecodable'],
  ];

  it.each(bad)('refuses %s', async (name, content, code) => {
    const path = join(folder, name);
    writeFileSync(path, content, 'latin1');
    await expect(probe(path)).rejects.toMatchObject({ name: 'AudioError', code, transient: false });
    await expect(analyse(path)).rejects.toMatchObject({ name: 'AudioError', code, transient: false });
  });

  it('refuses a file whose content does not match its extension', async () => {
    const path = make('really.flac', { format: 'flac' });
    await expect(runner.probe(path, { fileName: 'song.wav' })).rejects.toMatchObject({
      code: 'not_audio',
      message: 'Its name says WAV, but it is FLAC.',
    });
  });

  it.each<[AudioFileSettings['format'], number]>([
    ['wav', 24],
    ['aiff', 16],
    ['flac', 24],
    ['rf64', 24],
    ['mp3', 16],
  ])('measures the present part of a truncated %s', async (format, bits) => {
    const path = make(`cut.${format === 'rf64' ? 'wav' : format}`, { format, bits, durationS: 10 });
    truncateSync(path, Math.round(statSync(path).size * 0.6));
    const header = await probe(path);
    const { facts } = await analyse(path);
    expect(header.durationS).toBeCloseTo(10, 1);
    expect(facts.complete).toBe(false);
    expect(facts.durationS).toBeGreaterThan(4);
    expect(facts.durationS).toBeLessThan(7);
    expect(codes(facts)).toContain('truncated');
  });
});
