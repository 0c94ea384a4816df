import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { cleanPicture, cleanPictureAddress, inspectPicture } from './picture.js';
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

  it.each(['jpeg', 'png'] as const)('taken sideways as a %s is kept upright in full size', async (format) => {
    const shot = await sharp(redPng(400, 200))
      .composite([{ input: redPng(400, 100), left: 0, top: 0, blend: 'difference' }])
      .removeAlpha()
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    const { source, upright } = await inspectPicture(shot, 100);
    expect(source).toEqual({ format, width: 200, height: 400, colourSpace: 'srgb' });
    expect(await sharp(upright).metadata()).toMatchObject({ format, width: 200, height: 400 });
    // Orientation 6 turns clockwise: the black upper half comes to the right.
    const data = await sharp(upright).removeAlpha().raw().toBuffer();
    expect([data[50 * 3]! > 200, data[150 * 3]! < 50]).toEqual([true, true]);
    expect((await sharp(upright).metadata()).orientation ?? 1).toBe(1);
  });

  it('that is upright is kept byte by byte', async () => {
    const shot = await sharp(redPng(40, 20)).jpeg().toBuffer();
    expect(Buffer.from((await inspectPicture(shot, 100)).upright).equals(shot)).toBe(true);
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
