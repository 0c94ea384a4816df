import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { AppError } from '../../platform/errors.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordHealing } from '../health/healing.service.js';
import { Audio } from '../sound/audio.entity.js';
import { forgetAudio } from '../sound/audio.writes.js';
import { discard } from '../sound/trash.service.js';
import { User } from '../users/user.entity.js';
import { actorOf } from '../users/users.policy.js';
import { ProjectFile } from './file.entity.js';
import { UploadsService } from './file-uploads.service.js';

/** A browser ends its upload at once; what lies longer has lost its tab. */
const SETTLED_MS = 2 * 60_000;
const EXPIRED_MS = 24 * 3600_000;
const BATCH = 200;

/** Ends uploads in Files whose tab was closed before it could, and forgets those that never arrived. */
@Injectable()
export class AbandonedUploadsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly uploads: UploadsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('* * * * *', { name: 'files.abandoned-uploads' })
  async sweep({ slot }: Tick): Promise<void> {
    const settled = new Date(slot.getTime() - SETTLED_MS);
    const expired = new Date(slot.getTime() - EXPIRED_MS);
    await sweepEach(this.begunBefore(settled), this.logger, async (file) => {
      const { objectKey } = await this.database.manager.findOneByOrFail(Audio, { id: file.audioId });
      const object = await this.storage.head(objectKey);
      if (object && object.modifiedAt < settled) await this.end(file, objectKey);
      else if (!object && file.createdAt < expired) await this.forget(file, objectKey);
    });
  }

  private begunBefore(time: Date): AsyncGenerator<ProjectFile> {
    return keyset<ProjectFile>((last) =>
      this.database.manager.find(ProjectFile, {
        where: { completedAt: IsNull(), createdAt: LessThan(time), ...(last && { id: MoreThan(last.id) }) },
        order: { id: 'ASC' },
        take: BATCH,
      }),
    );
  }

  private async end(file: ProjectFile, objectKey: string): Promise<void> {
    const { id: fileId, uploadedBy, projectId } = file;
    try {
      await this.uploads.complete(
        actorOf(await this.database.manager.findOneByOrFail(User, { id: uploadedBy })),
        fileId,
      );
      await recordHealing(this.database, 'upload_registered');
      this.logger.info({ fileId, projectId }, 'ended an upload whose tab was closed');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ fileId, projectId, code: error.code }, 'an upload arrived that is no use');
      await this.forget(file, objectKey);
    }
  }

  /** The row goes and, after the commit, its object, if there is one, to the trash. */
  private async forget({ id, audioId }: ProjectFile, objectKey: string): Promise<void> {
    const isForgotten = await this.database.transaction(async (tx) => {
      const forgotten = await tx.query('DELETE FROM files WHERE id = $1 AND completed_at IS NULL RETURNING id', [id]);
      if (forgotten.length === 0) return false;
      await forgetAudio(tx, audioId);
      await recordHealing(tx, 'upload_forgotten');
      return true;
    });
    if (!isForgotten) return;
    this.logger.info({ fileId: id }, 'forgot an upload that came to nothing');
    await discard(this.database, this.storage, objectKey);
  }
}
