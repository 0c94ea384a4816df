import { unprocessable } from '../errors.js';
import { TaskFailedError, TaskProcess } from '../tasks/task-process.js';

export interface PictureRequest {
  bytes: Uint8Array;
  maxPixels: number;
  /** Whether a sideways picture is wanted upright in full size. */
  turns: boolean;
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

export type PictureReply = { clean: Picture; source: PictureSource; turned: Uint8Array | null } | { refused: string };

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
  return (await decode({ bytes, maxPixels, turns: false })).clean;
}

/**
 * Decodes a picture completely and describes it; `thumbnail` is its clean copy. `upright` is the picture itself in its
 * own format, encoded again only if its EXIF orientation turns it: most players show an embedded cover without that.
 * @throws like `cleanPicture`.
 */
export async function inspectPicture(
  bytes: Uint8Array,
  maxPixels: number,
): Promise<{ source: PictureSource; thumbnail: Picture; upright: Uint8Array }> {
  const { source, clean, turned } = await decode({ bytes, maxPixels, turns: true });
  return { source, thumbnail: clean, upright: turned ?? bytes };
}

async function decode(request: PictureRequest): Promise<Exclude<PictureReply, { refused: string }>> {
  const reply = await decoder.run(request).catch((error: unknown) => {
    if (error instanceof TaskFailedError) return { refused: error.message };
    throw error;
  });
  if ('refused' in reply) throw unprocessable('bad_picture', 'This picture could not be read. Use a PNG or a JPEG.');
  return reply;
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
