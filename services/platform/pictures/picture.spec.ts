import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { cleanPicture, cleanPictureAddress } from './picture.js';
import { hostilePngs, pngAddress, redPng } from './picture.testing.js';

const REFUSED = { status: 422, code: 'bad_picture' };

describe('a picture', () => {
  it('of 4000 × 4000 pixels is reduced to one million at most', async () => {
    const { bytes, contentType } = await cleanPicture(redPng(4000, 4000));
    expect(contentType).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1000 });
  });

  it('keeps its size when it is small, and its transparency', async () => {
    const green = { r: 0, g: 200, b: 0, alpha: 0.5 };
    const png = await sharp({ create: { width: 300, height: 80, channels: 4, background: green } })
      .webp()
      .toBuffer();
    const { bytes, contentType } = await cleanPicture(png);
    expect(contentType).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 80, hasAlpha: true });
  });

  it('is rotated upright and loses its location and other metadata', async () => {
    const shot = await sharp(redPng(40, 20)).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { bytes } = await cleanPicture(shot);
    const kept = await sharp(bytes).metadata();
    expect(kept).toMatchObject({ width: 20, height: 40 });
    expect(kept.exif).toBeUndefined();
  });

  it.each(Object.entries(hostilePngs))('that is %s is refused', async (_what, png) => {
    await expect(cleanPicture(png)).rejects.toMatchObject(REFUSED);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('that is %s is refused', async (_what, text) => {
    await expect(cleanPicture(Buffer.from(text))).rejects.toMatchObject(REFUSED);
  });

  it('comes back as a data URL when it was one', async () => {
    expect(await cleanPictureAddress(pngAddress(redPng(2, 2)))).toMatch(/^data:image\/jpeg;base64,[\w+/]+=*$/);
  });
});
