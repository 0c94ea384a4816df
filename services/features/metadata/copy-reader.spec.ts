import { afterAll, describe, expect, it } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { copyOf, sourceOf } from '../../audio-tags/tagged.testing.js';
import type { AudioFileSettings } from '../../testing/audio/audio.js';
import { aiffFile, waveFile } from '../../testing/audio/audio-containers.js';
import { audioBytes } from '../../testing/staging.js';
import { CopyReader } from './copy-reader.service.js';

const reader = new CopyReader();
afterAll(() => reader.onApplicationShutdown());

const SOUND = Buffer.alloc(400_000, 3);
const FORMAT = { channels: 2, sampleRateHz: 44_100, bits: 16, float: false };
const refusal = (copy: Buffer, container: AudioContainer, headBytes = 4096) =>
  reader.refusal(sourceOf(copy), container, headBytes);

describe('a tagged copy', () => {
  it.each<AudioFileSettings['format']>(['wav', 'rf64', 'aiff', 'aifc', 'flac', 'mp3'])(
    'of a %s is opened',
    async (format) => {
      const container = format as AudioContainer;
      const copy = await copyOf(await audioBytes({ format, durationS: 1 }), container);
      expect(await refusal(copy, container)).toBeNull();
    },
  );

  it('of a large file is opened by its ends', async () => {
    const copy = await copyOf(waveFile(Buffer.alloc(3 << 20, 7), FORMAT), 'wav');
    const unread = copy.fill(0, copy.length - (2 << 20), copy.length - (1 << 20));
    expect(await refusal(unread, 'wav')).toBeNull();
  });

  it.each([
    [32, 24, false],
    [24, 16, false],
    [16, 8, false],
    [64, 32, true],
  ])('whose samples FFmpeg takes for others is opened: %d bits, %d valid', async (bits, validBits, float) => {
    const extensible = { validBits, mask: 3 };
    const copy = await copyOf(waveFile(SOUND.subarray(0, 48_000), { ...FORMAT, bits, float, extensible }), 'wav');
    expect(await refusal(copy, 'wav')).toBeNull();
  });

  it.each<[string, AudioContainer, Buffer]>([
    ['that ends before its header says', 'wav', waveFile(SOUND, FORMAT).subarray(0, 40)],
    ['with another number of samples', 'aiff', aiffFile(SOUND, { ...FORMAT, frames: 50_000 })],
    ['of a format that FFmpeg does not know', 'aifc', aiffFile(SOUND, { ...FORMAT, bits: 24, compression: '42ni' })],
    ['that is none', 'flac', Buffer.concat([Buffer.from('fLaC'), SOUND])],
  ])('%s is refused', async (_what, container, copy) => {
    expect(await refusal(copy, container)).toBe('would get a copy that FFmpeg does not read correctly.');
  });
});
