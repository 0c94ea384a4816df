import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { withBody } from '../../platform/http/large-bodies.js';
import { cleanPicture } from '../../platform/pictures/picture.js';
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
    const options = { caller: actor.userId, maxBytes: MAX_AVATAR_BYTES, tooLarge };
    const { bytes, contentType } = await withBody(request, options, (body) => cleanPicture(body, MAX_PIXELS));
    const image = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
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

const tooLarge = () => new AppError(413, 'too_large', 'The picture may have 10 MB at most');
