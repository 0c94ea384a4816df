import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { redPng } from './picture.testing.js';
import { pictureEnd } from './picture-end.js';

const noise = sharp({
  create: {
    width: 200,
    height: 200,
    channels: 3,
    background: 'black',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const pictures = [
  ['PNG', 'png', async () => redPng(20, 20)],
  ['JPEG', 'jpeg', () => noise.clone().jpeg().toBuffer()],
  ['progressive JPEG', 'jpeg', () => noise.clone().jpeg({ mozjpeg: true }).toBuffer()],
  ['JPEG with EXIF data', 'jpeg', () => noise.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()],
] as const;

describe.each(pictures)('the end of a %s', (_name, format, make) => {
  it('is its last byte, or the byte before whatever follows it', async () => {
    const bytes = await make();
    expect(pictureEnd(bytes, format)).toBe(bytes.length);
    expect(pictureEnd(Buffer.concat([bytes, Buffer.alloc(1000, 0xff), bytes]), format)).toBe(bytes.length);
  });

  it('is missing when it is cut off anywhere', async () => {
    const bytes = await make();
    for (let length = 0; length < bytes.length; length += 97) {
      expect(pictureEnd(bytes.subarray(0, length), format)).toBeNull();
    }
    expect(pictureEnd(bytes.subarray(0, -1), format)).toBeNull();
  });
});
