import sharp from 'sharp';
import { answerTasks } from '../tasks/answer-tasks.js';
import type { PictureReply, PictureRequest } from './picture.js';

/** The process that decodes untrusted pictures. */

const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}`);
/** Larger than any camera's picture. Pictures are decoded in strips, so one is never completely in memory. */
const MAX_INPUT_PIXELS = 100_000_000;
const JPEG_QUALITY = 88;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1);

answerTasks<PictureRequest>(async ({ bytes, maxPixels }): Promise<PictureReply> => {
  try {
    const source = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, sequentialRead: true, failOn: 'error' });
    const { autoOrient, hasAlpha, format, space } = await source.metadata();
    const { width, height } = autoOrient;
    const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
    const upright = source.autoOrient().resize({
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
      fit: 'fill',
    });
    const encoded = hasAlpha
      ? upright.png({ compressionLevel: 9 })
      : upright.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4', mozjpeg: true });
    return {
      clean: { bytes: await encoded.toBuffer(), contentType: hasAlpha ? 'image/png' : 'image/jpeg' },
      source: { format, width, height, colourSpace: space },
    };
  } catch (error) {
    return { refused: (error as Error).message };
  }
});
