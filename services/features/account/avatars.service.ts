import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { cleanPicture } from '../../platform/pictures/picture.js';
import { whileArriving } from '../../platform/storage/receive-object.js';
import { setAvatar } from '../users/users.writes.js';
import { publishPersonChange } from './publish-person-change.js';

export const MAX_AVATAR_BYTES = 10 * 1024 ** 2;
/** Shown at no more than 96 CSS pixels, on screens with a pixel ratio of 2. */
const MAX_PIXELS = 200 * 200;

/** Stores the profile pictures of users. */
@Injectable()
export class AvatarsService {
  constructor(private readonly database: Database) {}

  /**
   * Re-encodes the picture in the request's body and stores it.
   * @throws AppError 413 above ten megabytes, 422 for bytes that are not a picture.
   */
  async put(actor: Actor, request: IncomingMessage): Promise<string> {
    const bytes = await whileArriving(request, () => readAll(request));
    const { bytes: clean, contentType } = await cleanPicture(bytes, MAX_PIXELS);
    const image = `data:${contentType};base64,${Buffer.from(clean).toString('base64')}`;
    await this.set(actor, image);
    return image;
  }

  remove(actor: Actor): Promise<void> {
    return this.set(actor, null);
  }

  private async set(actor: Actor, image: string | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      await setAvatar(tx, actor.userId, image);
      await publishPersonChange(tx, actor);
    });
  }
}

/** Refuses a body by its declared length before reading it. */
async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers['content-length'] ?? 0) > MAX_AVATAR_BYTES) throw tooLarge();
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_AVATAR_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new AppError(413, 'too_large', 'The picture may have 10 MB at most');
