import { describe, expect, it } from '@jest/globals';
import { synthesise } from '../../services/platform/audio/synth.js';
import { type AudioFileSettings, writeAudioFile } from '../../services/testing/audio/audio.js';
import { openPcm } from '../src/lib/audio/pcm.js';
import { bytesOfFile, sourceOf } from './sound-source.js';

const { signal } = new AbortController();
const HEADER = 44;
const music = synthesise({ kind: 'music', sampleRateHz: 44100, channels: 2, durationS: 2, seed: 3, frequencyHz: 0 });
const FRAME = 1152;

type Kind = Pick<AudioFileSettings, 'format' | 'bits' | 'float' | 'container'>;
const kinds: [string, Kind][] = [
  ['WAV of 8 bits', { format: 'wav', bits: 8 }],
  ['WAV of 16 bits', { format: 'wav', bits: 16 }],
  ['WAV of 24 bits', { format: 'wav', bits: 24 }],
  ['WAV of 24 bits in 32', { format: 'wav', bits: 24, container: 32 }],
  ['WAV of 32 bits', { format: 'wav', bits: 32 }],
  ['WAV of floats', { format: 'wav', bits: 32, float: true }],
  ['WAV of long floats', { format: 'wav', bits: 64, float: true }],
  ['RF64', { format: 'rf64', bits: 24 }],
  ['Wave64', { format: 'w64', bits: 24 }],
  ['AIFF of 8 bits', { format: 'aiff', bits: 8 }],
  ['AIFF of 16 bits', { format: 'aiff', bits: 16 }],
  ['AIFF of 24 bits', { format: 'aiff', bits: 24 }],
  ['AIFC, little-endian', { format: 'aifc', bits: 24 }],
  ['AIFC of floats', { format: 'aifc', bits: 32, float: true }],
];

describe.each(kinds)('a %s', (_name, kind) => {
  const file = bytesOfFile((path) => writeAudioFile(path, music, { ...kind, sampleRateHz: 44100, dither: false }));

  it('is read from any position, sample by sample', async () => {
    const sound = (await openPcm(sourceOf(file), file.subarray(0, 4096), signal))!;
    expect(sound.layout).toMatchObject({ sampleRateHz: 44100, samples: 2 * 44100, delay: 0 });
    const step = kind.float ? 1e-6 : 2 ** (1 - Math.min(kind.bits!, 24));
    for (const from of [0, 37, sound.layout.frames - 2]) {
      const piece = new DataView(await sound.read({ from, to: from + 2 }, signal));
      const count = Math.min((from + 2) * FRAME, 2 * 44100) - from * FRAME;
      expect([piece.byteLength, piece.getUint32(24, true)]).toEqual([HEADER + count * 8, 44100]);
      let worst = 0;
      for (let index = 0; index < 2 * count; index++) {
        const sample = piece.getFloat32(HEADER + index * 4, true);
        worst = Math.max(worst, Math.abs(sample - music[index % 2]![from * FRAME + (index >> 1)]!));
      }
      expect(worst).toBeLessThanOrEqual(step);
    }
  });
});

it('rejects MP3 and FLAC', async () => {
  const head = new TextEncoder().encode('fLaC'.repeat(20));
  expect(await openPcm(sourceOf(head), head, signal)).toBeNull();
});
