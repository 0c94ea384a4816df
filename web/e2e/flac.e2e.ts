import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { UnplayableError } from '../src/lib/audio/coded-audio.js';
import { openFlac } from '../src/lib/audio/flac.js';
import { bytesOfFile, sourceOf } from './sound-source.js';

const { signal } = new AbortController();
/** Bytes before the frames of a small file. */
const HEADER = 42;

describe('a FLAC file', () => {
  let file: Uint8Array;
  const open = async () => {
    const source = sourceOf(file);
    const sound = (await openFlac(source, file.subarray(0, 4096), signal))!;
    return { source, sound };
  };
  beforeAll(() => {
    file = bytesOfFile((path) =>
      makeAudioFile(path, {
        format: 'flac',
        bits: 24,
        sampleRateHz: 48000,
        durationS: 90,
        tags: { title: 'x'.repeat(9000) },
      }),
    );
  });

  it('is read completely and exactly, stretch by stretch', async () => {
    const { source, sound } = await open();
    const { frames, frameSamples, samples } = sound.layout;
    expect([samples, frames]).toEqual([90 * 48000, Math.ceil(samples / frameSamples)]);
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < frames; from += 14) {
      const span = { from, to: Math.min(from + 14, frames) };
      pieces.push(new Uint8Array(await sound.read(span, signal)).subarray(HEADER));
    }
    const joined = Buffer.concat(pieces);
    expect(joined.equals(file.subarray(file.length - joined.length))).toBe(true);
    expect(file.length - joined.length).toBeGreaterThan(9000);
    expect(file.length - joined.length).toBeLessThan(30_000);
    expect(source.given() / file.length).toBeLessThan(1.3);
  });

  it('is read at any position with few bytes, repeatedly with the same result', async () => {
    const whole = (await open()).sound;
    for (const share of [0.9, 0.1, 0.5, 0.99, 0]) {
      const { source, sound } = await open();
      const from = Math.floor(share * (sound.layout.frames - 14));
      const span = { from, to: from + 14 };
      const piece = Buffer.from(await sound.read(span, signal));
      expect(piece.equals(Buffer.from(await whole.read(span, signal)))).toBe(true);
      expect(source.given()).toBeLessThan(file.length / 4);
    }
  });

  it('has the correct number of samples', async () => {
    const { sound } = await open();
    const { frames, frameSamples, samples } = sound.layout;
    const countIn = async (from: number, to: number) =>
      new DataView(await sound.read({ from, to }, signal)).getUint32(8 + 14);
    expect(await countIn(3, 5)).toBe(2 * frameSamples);
    expect(await countIn(frames - 1, frames)).toBe(samples - (frames - 1) * frameSamples);
  });
});

it('rejects other formats, and FLAC with variable frame lengths', async () => {
  const file = bytesOfFile((path) => makeAudioFile(path, { format: 'flac' }));
  expect(await openFlac(sourceOf(file), new TextEncoder().encode('RIFF'.repeat(99)), signal)).toBeNull();
  const odd = file.slice();
  odd[9]! ^= 1;
  await expect(openFlac(sourceOf(odd), odd.subarray(0, 4096), signal)).rejects.toThrow(UnplayableError);
});
