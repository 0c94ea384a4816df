import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordHealing } from '../health/healing.service.js';
import { Audio } from '../sound/audio.entity.js';
import { dropAudio } from '../sound/audio.writes.js';
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
    for await (const file of this.begunBefore(settled)) {
      const { objectKey } = await this.database.manager.findOneByOrFail(Audio, { id: file.audioId });
      const object = await this.storage.head(objectKey);
      if (object && object.modifiedAt < settled) await this.end(file);
      else if (!object && file.createdAt < expired) await this.forget(file);
    }
  }

  private async *begunBefore(time: Date): AsyncGenerator<ProjectFile> {
    let last: ProjectFile | undefined;
    do {
      const files: ProjectFile[] = await this.database.manager.find(ProjectFile, {
        where: { completedAt: IsNull(), createdAt: LessThan(time), ...(last && { id: MoreThan(last.id) }) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      yield* files;
      last = files.at(-1);
    } while (last);
  }

  private async end(file: ProjectFile): Promise<void> {
    const { id: fileId, uploadedBy, projectId } = file;
    try {
      await this.uploads.complete(
        actorOf(await this.database.manager.findOneByOrFail(User, { id: uploadedBy })),
        fileId,
      );
      await recordHealing(this.database, 'upload_registered');
      this.logger.info({ fileId, projectId }, 'ended an upload whose tab was closed');
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.logger.error(
          { err: error, fileId, projectId },
          'an upload could not be ended; the next sweep tries again',
        );
        return;
      }
      this.logger.warn({ fileId, projectId, code: error.code }, 'an upload arrived that is no use');
      await this.forget(file);
    }
  }

  /** The row goes, and its object, if there is one, after the commit. */
  private async forget({ id, audioId }: ProjectFile): Promise<void> {
    await this.database.transaction(async (tx) => {
      const forgotten = await tx.query('DELETE FROM files WHERE id = $1 AND completed_at IS NULL RETURNING id', [id]);
      if (forgotten.length === 0) return;
      await dropAudio(tx, audioId);
      await recordHealing(tx, 'upload_forgotten');
      this.logger.info({ fileId: id }, 'forgot an upload that came to nothing');
    });
  }
}
