import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { withBody } from '../../platform/http/large-bodies.js';
import { inspectPicture } from '../../platform/pictures/picture.js';
import { pictureEnd } from '../../platform/pictures/picture-end.js';
import type { SendableContent } from '../../platform/storage/send-object.js';
import { type ByteRange, Storage } from '../../platform/storage/storage.js';
import { recordActivity } from '../activity/activity.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { assertWithinQuota } from '../uploads/quota.lib.js';
import { Cover } from './cover.entity.js';
import type { MetadataView } from './metadata.schema.js';
import { metadataView } from './metadata.view.js';

/** Stores take no larger ones, and a tagged copy carries the cover in each file. */
export const MAX_COVER_BYTES = 10 * 1024 ** 2;
const THUMBNAIL_PIXELS = 480 * 480;
/** Bytes of a cover that are read from the database at once. */
const SENT_AT_ONCE = 256 * 1024;

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
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores the picture in the request's body as it is, without what follows its end. One that a phone took sideways is
   * turned upright.
   * @throws AppError 413 above ten megabytes, 422 for anything but a JPEG or PNG; 409 and 507 when there is no room.
   */
  async put(actor: Actor, projectId: string, request: IncomingMessage): Promise<MetadataView> {
    await this.access.forDeciders(actor, projectId);
    const options = { caller: actor.userId, maxBytes: MAX_COVER_BYTES, tooLarge };
    return withBody(request, options, (bytes) => this.store(actor, projectId, bytes));
  }

  private async store(actor: Actor, projectId: string, sent: Buffer): Promise<MetadataView> {
    const { source, thumbnail, upright } = await inspectPicture(sent, THUMBNAIL_PIXELS);
    const { format, width, height, colourSpace } = source;
    if (format !== 'jpeg' && format !== 'png') throw unprocessable('bad_picture', 'A cover must be a JPEG or a PNG.');
    const end = pictureEnd(sent, format);
    if (end === null) throw unprocessable('bad_picture', 'This picture is incomplete. Export it again.');
    const bytes = upright === sent ? sent.subarray(0, end) : Buffer.from(upright);
    if (bytes.length > MAX_COVER_BYTES) throw tooLarge();
    const cover = {
      projectId,
      contentType: format === 'jpeg' ? ('image/jpeg' as const) : ('image/png' as const),
      width,
      height,
      colourSpace,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes,
      thumbnail: Buffer.from(thumbnail.bytes),
      updatedAt: () => 'now()',
    };
    return this.change(actor, projectId, 'Changed the cover', async (tx) => {
      const [before] = await tx.query<{ bytes: number }>(
        'SELECT octet_length(bytes) + octet_length(thumbnail) AS bytes FROM covers WHERE project_id = $1',
        [projectId],
      );
      // One of the same size needs room, too: editions may have kept more covers than fit.
      const sizeBytes = bytes.length + thumbnail.bytes.length - (before?.bytes ?? 0);
      const wanted = { projectId, clientId: null, what: 'the cover', sizeBytes };
      await assertWithinQuota(tx, this.storage, this.config, wanted);
      await tx.manager.upsert(Cover, cover, ['projectId']);
    });
  }

  remove(actor: Actor, projectId: string): Promise<MetadataView> {
    return this.change(actor, projectId, 'Removed the cover', (tx) => tx.manager.delete(Cover, { projectId }));
  }

  /** The small copy. @throws AppError 404 for outsiders, and when there is none. */
  async small(actor: Actor, projectId: string): Promise<Picture> {
    await this.access.visible(actor, projectId);
    return this.thumbnail(projectId);
  }

  /** The cover as it was uploaded. @throws AppError as `small`. */
  async whole(actor: Actor, projectId: string): Promise<SendableContent & { contentType: string }> {
    await this.access.visible(actor, projectId);
    const [found] = await this.database.query<{ contentType: string; sha256: string; sizeBytes: number }>(
      `SELECT content_type AS "contentType", sha256, octet_length(bytes) AS "sizeBytes" FROM covers WHERE project_id = $1`,
      [projectId],
    );
    if (!found) throw notFound('Cover');
    const { contentType, sha256, sizeBytes } = found;
    return {
      contentType,
      sizeBytes,
      etag: `"${sha256}-whole"`,
      modifiedAt: null,
      read: async (range) => this.pieces(projectId, sha256, range ?? { start: 0, end: sizeBytes - 1 }),
    };
  }

  /** Slow readers must not keep whole covers in memory. It breaks off when the cover is replaced meanwhile. */
  private async *pieces(projectId: string, sha256: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; at += SENT_AT_ONCE) {
      const [row] = await this.database.query<{ piece: Buffer }>(
        'SELECT substring(bytes FROM $3 FOR $4) AS piece FROM covers WHERE project_id = $1 AND sha256 = $2',
        [projectId, sha256, at + 1, Math.min(SENT_AT_ONCE, end + 1 - at)],
      );
      if (!row) throw notFound('Cover');
      yield row.piece;
    }
  }

  /** SHA-256 of the cover as it was uploaded; null if there is none. */
  async checksum(projectId: string): Promise<string | null> {
    return (await this.database.manager.findOneBy(Cover, { projectId }))?.sha256 ?? null;
  }

  /** For someone whose access the caller has checked. @throws AppError 404 when there is none. */
  async thumbnail(projectId: string): Promise<Picture> {
    const found = await this.database.manager.findOne(Cover, {
      where: { projectId },
      select: { projectId: true, sha256: true, thumbnail: true },
    });
    if (!found) throw notFound('Cover');
    return pictureOf(found.thumbnail!, `${found.sha256}-small`);
  }

  private change(
    actor: Actor,
    projectId: string,
    message: string,
    write: (tx: Tx) => Promise<unknown>,
  ): Promise<MetadataView> {
    return this.database.transaction(async (tx) => {
      const project = await this.access.lockForDeciders(tx, actor, projectId);
      await write(tx);
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

const tooLarge = () => new AppError(413, 'too_large', 'A cover may have 10 MB at most');
