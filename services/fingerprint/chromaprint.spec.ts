import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultAudioLimits } from '../platform/audio/limits.js';
import { FingerprintWriter } from '../platform/audio/measure/fingerprint.js';
import { decode } from '../platform/audio/read/decode.js';
import { openSound } from '../platform/audio/read/sound.js';
import { synthesise, type SynthSettings } from '../platform/audio/synth.js';
import { writeAudioFile } from '../testing/audio/audio.js';
import { chromaprint, RATE_HZ } from './chromaprint.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lacquer-print-'));
});
afterAll(() => rm(dir, { recursive: true }));

type Sound = Pick<SynthSettings, 'kind' | 'durationS' | 'seed'>;

/** The samples as 16-bit integers, as Chromaprint gets them, and FFmpeg's fingerprint of them. */
async function both(sound: Sound, gain = 0.5): Promise<{ samples: Float32Array; known: number[] }> {
  const [channel] = synthesise({ ...sound, sampleRateHz: RATE_HZ, channels: 1, frequencyHz: 440 });
  const rounded = channel!.map((sample) => Math.round(sample * gain * 32_767) / 32_768);
  const path = join(dir, `${sound.kind} ${sound.seed} ${sound.durationS}.wav`);
  writeAudioFile(path, [rounded], { format: 'wav', bits: 16, sampleRateHz: RATE_HZ });
  const opened = await openSound(path, path, defaultAudioLimits);
  const writer = new FingerprintWriter(`${path}.print`, RATE_HZ);
  for await (const frame of decode(opened, defaultAudioLimits)) writer.push(frame);
  writer.finish();
  opened.close();
  const bytes = await readFile(`${path}.print`);
  const known = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(i * 4));
  return { samples: Float32Array.from(rounded), known };
}

/** Share of equal bits. */
function agreement(one: readonly number[], other: readonly number[]): number {
  const ones = (value: number) => value.toString(2).replaceAll('0', '').length;
  const different = one.reduce((sum, item, i) => sum + ones((item ^ other[i]!) >>> 0), 0);
  return 1 - different / (32 * one.length);
}

describe('the fingerprint', () => {
  it.each([1, 2, 3])('is FFmpeg’s for music of seed %i', async (seed) => {
    const { samples, known } = await both({ kind: 'music', durationS: 40, seed });
    const print = chromaprint(samples);
    expect(print).toHaveLength(known.length);
    expect(agreement(print, known)).toBeGreaterThan(0.9995);
  });

  it('is FFmpeg’s for a tone and for silence', async () => {
    for (const kind of ['sine', 'silence'] as const) {
      const { samples, known } = await both({ kind, durationS: 8, seed: 1 });
      expect(known.length).toBeGreaterThan(30);
      expect(agreement(chromaprint(samples), known)).toBeGreaterThan(0.999);
    }
  });

  it('is empty for less than three seconds', () => {
    expect(chromaprint(new Float32Array(2 * RATE_HZ))).toEqual([]);
    expect(chromaprint(new Float32Array(0))).toEqual([]);
  });
});
