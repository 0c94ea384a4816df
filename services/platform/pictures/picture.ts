import { unprocessable } from '../errors.js';
import { TaskFailedError, TaskProcess } from '../tasks/task-process.js';

export interface PictureRequest {
  bytes: Uint8Array;
  maxPixels: number;
}

/** A picture that any browser and any document can show: upright, in sRGB, without a camera's metadata. */
export interface Picture {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
}

/** A picture before it was cleaned. */
export interface PictureSource {
  /** As sharp calls it, for instance `jpeg`. */
  format: string;
  width: number;
  height: number;
  /** For instance `srgb`, `b-w` or `cmyk`. */
  colourSpace: string;
}

export type PictureReply = { clean: Picture; source: PictureSource } | { refused: string };

const MAX_PIXELS = 1_000_000;

const decoder = new TaskProcess<PictureRequest, PictureReply>(
  new URL(import.meta.url.endsWith('.ts') ? './picture.child.ts' : './picture.child.js', import.meta.url),
  { timeoutMs: 20_000, maxRssBytes: 512 * 1024 ** 2 },
);

/**
 * Decodes a PNG, JPEG, WebP or GIF in a separate process, reduces it to `maxPixels` and encodes it again, so that only
 * our own encoding is stored.
 * @throws AppError 422 for anything else, and for a picture that is damaged or exceeds a limit.
 */
export async function cleanPicture(bytes: Uint8Array, maxPixels = MAX_PIXELS): Promise<Picture> {
  return (await inspectPicture(bytes, maxPixels)).thumbnail;
}

/**
 * Decodes a picture completely and describes it as it is; `thumbnail` is its clean copy.
 * @throws like `cleanPicture`.
 */
export async function inspectPicture(
  bytes: Uint8Array,
  maxPixels: number,
): Promise<{ source: PictureSource; thumbnail: Picture }> {
  const reply = await decoder.run({ bytes, maxPixels }).catch((error: unknown) => {
    if (error instanceof TaskFailedError) return { refused: error.message };
    throw error;
  });
  if ('refused' in reply) throw unprocessable('bad_picture', 'This picture could not be read. Use a PNG or a JPEG.');
  return { source: reply.source, thumbnail: reply.clean };
}

/**
 * Cleans a picture in a data URL.
 * @throws like `cleanPicture`.
 */
export async function cleanPictureAddress(address: string, maxPixels?: number): Promise<string> {
  const base64 = address.slice(address.indexOf(',') + 1);
  const { bytes, contentType } = await cleanPicture(Buffer.from(base64, 'base64'), maxPixels);
  return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
}
