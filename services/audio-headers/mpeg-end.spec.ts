import { describe, expect, it } from '@jest/globals';
import { bytesSource } from './byte-source.js';
import { mpegEnd } from './mpeg-end.js';

/** MPEG 1 layer III frames at 44.1 kHz, of 128 and 320 kbit/s in turn. */
const frames = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, index) => {
      const frame = Buffer.alloc(index % 3 === 0 ? 1044 : 417, 7);
      frame.set([0xff, 0xfb, index % 3 === 0 ? 0xe0 : 0x90, 0]);
      return frame;
    }),
  );
const endOf = (file: Buffer) => mpegEnd(bytesSource(file), 0, file.length);

describe('mpegEnd', () => {
  it('is the end of the last frame, wherever the reads begin', async () => {
    for (const count of [1, 2, 3, 150]) {
      const sound = frames(count);
      for (let size = 4; size < 140_000; size += 613)
        expect([size, await endOf(Buffer.concat([sound, Buffer.alloc(size, 0xff)]))]).toEqual([size, sound.length]);
    }
  });

  it('is the end of the file where the last frame is cut', async () => {
    const sound = frames(150);
    for (let cut = 1; cut < 1_500; cut++) {
      const file = sound.subarray(0, sound.length - cut);
      expect(await endOf(file)).toBe(file.length);
    }
  });

  it('is behind the frames that follow damaged ones', async () => {
    const sound = frames(150).fill(0, 20_000, 90_000);
    expect(await endOf(sound)).toBe(sound.length);
  });

  it('is the end of the file where no frames are found', async () => {
    expect(await endOf(Buffer.alloc(200_000, 5))).toBe(200_000);
  });
});
