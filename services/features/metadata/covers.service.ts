import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AppError, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { inspectPicture } from '../../platform/pictures/picture.js';
import { whileArriving } from '../../platform/storage/receive-object.js';
import { recordActivity } from '../activity/activity.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Cover } from './cover.entity.js';
import type { MetadataView } from './metadata.schema.js';
import { metadataView } from './metadata.view.js';

/** Stores take no larger ones, and a tagged copy carries the cover in each file. */
export const MAX_COVER_BYTES = 10 * 1024 ** 2;
const THUMBNAIL_PIXELS = 480 * 480;

export interface Picture {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

@Injectable()
export class CoversService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Stores the picture in the request's body as it is.
   * @throws AppError 413 above ten megabytes, 422 for anything but a JPEG or PNG.
   */
  async put(actor: Actor, projectId: string, request: IncomingMessage): Promise<MetadataView> {
    await this.access.forDeciders(actor, projectId);
    const bytes = await whileArriving(request, () => readAll(request));
    const { source, thumbnail } = await inspectPicture(bytes, THUMBNAIL_PIXELS);
    const { format, width, height, colourSpace } = source;
    if (format !== 'jpeg' && format !== 'png') throw unprocessable('bad_picture', 'A cover must be a JPEG or a PNG.');
    return this.change(actor, projectId, 'Changed the cover', (manager) =>
      manager.upsert(
        Cover,
        {
          projectId,
          contentType: format === 'jpeg' ? ('image/jpeg' as const) : ('image/png' as const),
          width,
          height,
          colourSpace,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          bytes,
          thumbnail: Buffer.from(thumbnail.bytes),
          updatedAt: () => 'now()',
        },
        ['projectId'],
      ),
    );
  }

  remove(actor: Actor, projectId: string): Promise<MetadataView> {
    return this.change(actor, projectId, 'Removed the cover', (manager) => manager.delete(Cover, { projectId }));
  }

  /** @throws AppError 404 for outsiders, and when there is none. */
  async read(actor: Actor, projectId: string, size: 'small' | 'whole'): Promise<Picture> {
    await this.access.visible(actor, projectId);
    return this.picture(projectId, size);
  }

  /** SHA-256 of the cover as it was uploaded; null if there is none. */
  async checksum(projectId: string): Promise<string | null> {
    return (await this.database.manager.findOneBy(Cover, { projectId }))?.sha256 ?? null;
  }

  /** For someone whose access the caller has checked. @throws AppError 404 when there is none. */
  async picture(projectId: string, size: 'small' | 'whole'): Promise<Picture> {
    const column = size === 'small' ? 'thumbnail' : 'bytes';
    const found = await this.database.manager.findOne(Cover, {
      where: { projectId },
      select: { projectId: true, contentType: true, sha256: true, [column]: true },
    });
    if (!found) throw notFound('Cover');
    return pictureOf(found[column]!, `${found.sha256}-${size}`);
  }

  private change(
    actor: Actor,
    projectId: string,
    message: string,
    write: (manager: Database['manager']) => Promise<unknown>,
  ): Promise<MetadataView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForDeciders(tx, actor, projectId);
      await write(tx.manager);
      await recordActivity(tx, { projectId, type: 'metadata_changed', actorId: actor.userId, message });
      publishProjectChange(tx, project, 'metadata');
      return metadataView(tx.manager, actor, project);
    });
  }
}

/** A cover or its thumbnail, which are JPEGs or PNGs. */
export const pictureOf = (bytes: Buffer, version: string): Picture => ({
  bytes,
  contentType: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg',
  etag: `"${version}"`,
});

/** Refuses a body by its declared length before reading it. */
async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers['content-length'] ?? 0) > MAX_COVER_BYTES) throw tooLarge();
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_COVER_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new AppError(413, 'too_large', 'A cover may have 10 MB at most');
