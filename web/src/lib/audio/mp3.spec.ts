import { describe, expect, it } from '@jest/globals';
import { UnplayableError } from './coded-audio';
import { bytesOf, cutFrames, readLayout } from './mp3';
import { FAKE_TAG_BYTES, fakeMp3 } from './mp3.testing';

const untagged = (...settings: Parameters<typeof fakeMp3>) => fakeMp3(...settings).subarray(FAKE_TAG_BYTES);

describe('readLayout', () => {
  it('reads the layout of a preview from its first bytes', () => {
    expect(readLayout(untagged(500, 48000).subarray(0, 4096))).toEqual({
      sampleRateHz: 48000,
      frames: 500,
      frameSamples: 1152,
      preroll: 3,
      firstByte: 768,
      frameBytes: 768,
      delay: 576 + 529,
      samples: 500 * 1152 - 576 - 1000,
    });
  });

  it('refuses a file without an Info frame', () => {
    expect(() => readLayout(new Uint8Array(4096))).toThrow(UnplayableError);
    expect(() => readLayout(untagged(1, 48000).subarray(0, 60))).toThrow(UnplayableError);
    expect(() => readLayout(new TextEncoder().encode('<html>not found</html>'))).toThrow(UnplayableError);
  });
});

describe.each([44100, 48000, 32000])('frames cut from a range at %i Hz', (rate) => {
  const file = untagged(400, rate);
  const layout = readLayout(file);
  const cut = (from: number, to: number): Uint8Array => {
    const range = bytesOf(layout, { from, to });
    return cutFrames(file.subarray(range.from, Math.min(range.to, file.length)), to - from);
  };

  it.each([
    [0, 48],
    [45, 97],
    [351, 400],
  ])('are exactly %i to %i', (from, to) => {
    const bytes = cut(from, to);
    expect(bytes[0]).toBe(0xff);
    expect(bytes[10]).toBe(from % 200);
    expect(bytes.at(-1)).toBe((to - 1) % 200);
    expect(Math.abs(bytes.length - (to - from) * layout.frameBytes)).toBeLessThanOrEqual(1);
  });
});
