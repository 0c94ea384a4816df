import { describe, expect, it } from '@jest/globals';
import { waveFile } from '../testing/audio/audio-containers.js';
import { readChunks } from './chunks.js';

const LIMITS = { maxChunks: 100, maxTextBytes: 1000 };

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
});

describe('the chunks of a file', () => {
  it('are read up to the limit, and the caller learns that there are more', async () => {
    const sound = waveFile(Buffer.alloc(400), { channels: 2, sampleRateHz: 44_100, bits: 16, float: false });
    const chunks = await readChunks(sourceOf(Buffer.concat([sound, Buffer.alloc(8_000)])), 'wav', LIMITS);
    expect(chunks).toMatchObject({
      isCutShort: true,
      format: { channels: 2, sampleRateHz: 44_100, validBits: 16, storedBits: 16, encoding: 'integer' },
      sound: { from: sound.length - 400, declaredBytes: 400, presentBytes: 400 },
    });
  });
});
