import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type AudioFileSettings, writeAudioFile } from '../../testing/audio/audio.js';
import { decodePeaks } from './measure/peaks.js';
import { useRunner } from './runner.testing.js';
import { synthesise } from './synth.js';

const { folder, runner, make, probe, analyse, readsFormats, readsTruncated } = useRunner();

describe('formats', () => {
  readsFormats([
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
    ['f32.wav', { format: 'wav', bits: 32, float: true }, { codec: 'pcm_f32le', bitsStored: 32, float: true }],
    ['mono.wav', { format: 'wav', channels: 1 }, { channels: 1 }],
    ['rf64.wav', { format: 'rf64', bits: 24 }, { container: 'rf64', bitsStored: 24 }],
    ['a.w64', { format: 'w64', bits: 24 }, { container: 'w64', bitsStored: 24 }],
    ['16.aiff', { format: 'aiff', bits: 16 }, { container: 'aiff', codec: 'pcm_s16be', bitsStored: 16 }],
    ['24.flac', { format: 'flac', bits: 24, sampleRateHz: 88200 }, { bitsStored: 24, bitsEffective: 24 }],
    ['a.mp3', { format: 'mp3' }, { container: 'mp3', codec: 'mp3', bitsStored: null, bitsEffective: null }],
  ]);

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

  it.each([
    ['mono', 1, 16],
    ['loud dual mono', 2, 16],
    ['loud sound in six channels', 6, 16],
    ['floats above full scale', 2, 32],
  ])('are made from sound that is not clipped: %s', async (name, channels, bits) => {
    const print = async (level: number) => {
      const [mono] = synthesise({
        kind: 'music',
        sampleRateHz: 44100,
        channels: 1,
        durationS: 15,
        seed: 4,
        frequencyHz: 0,
      });
      const sound = Array.from({ length: channels }, () => mono!.map((sample) => sample * level));
      const path = join(folder, `${name} ${level}.wav`);
      writeAudioFile(path, sound, { format: 'wav', bits, float: bits === 32, sampleRateHz: 44100 });
      return readFileSync((await analyse(path)).fingerprintPath);
    };
    const full = bits === 32 ? 1.9 : 0.98;
    expect(agreement(await print(full), await print(full / 8))).toBeGreaterThan(0.998);
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
      message: 'It is FLAC, but its name says WAV.',
    });
  });

  readsTruncated([
    ['wav', 24],
    ['mp3', 16],
  ]);
});
