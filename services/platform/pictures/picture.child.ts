import sharp, { type Sharp } from 'sharp';
import { answerTasks } from '../tasks/answer-tasks.js';
import type { PictureReply, PictureRequest } from './picture.js';

/** The process that decodes untrusted pictures. */

const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}`);
/** Larger than any camera's picture. Pictures are decoded in strips, so one is never completely in memory. */
const MAX_INPUT_PIXELS = 100_000_000;
const JPEG_QUALITY = 88;
/** For the upright copy of a picture that is kept. */
const KEPT_JPEG_QUALITY = 95;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1);

answerTasks<PictureRequest>(async ({ bytes, maxPixels, turns }): Promise<PictureReply> => {
  const read = (input: Uint8Array) =>
    sharp(input, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true, failOn: 'error' });
  try {
    const { orientation = 1, format } = await read(bytes).metadata();
    const turned = turns && orientation > 1 ? await upright(read(bytes), format === 'png') : null;
    const source = read(turned ?? bytes);
    const { autoOrient, hasAlpha, space } = await source.metadata();
    const { width, height } = autoOrient;
    const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
    const small = source.autoOrient().resize({
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
      fit: 'fill',
    });
    const encoded = hasAlpha
      ? small.png({ compressionLevel: 9 })
      : small.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', mozjpeg: true });
    return {
      clean: { bytes: await encoded.toBuffer(), contentType: hasAlpha ? 'image/png' : 'image/jpeg' },
      source: { format, width, height, colourSpace: space },
      turned,
    };
  } catch (error) {
    return { refused: (error as Error).message };
  }
});

/** The whole picture as cameras mean it to be seen, with its colour profile and without other metadata. */
const upright = (picture: Sharp, isPng: boolean): Promise<Buffer> => {
  const turned = picture.autoOrient().keepIccProfile();
  return (isPng ? turned.png() : turned.jpeg({ quality: KEPT_JPEG_QUALITY, chromaSubsampling: '4:4:4' })).toBuffer();
};
