import { Inject, Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { AppError } from '../../platform/errors.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordHealing } from '../health/healing.service.js';
import { discard } from '../sound/trash.service.js';
import { User } from '../users/user.entity.js';
import { actorOf } from '../users/users.policy.js';
import { MultipartService } from './multipart.service.js';
import { RegistrationService } from './registration.service.js';
import { UploadIntent } from './upload-intent.entity.js';

/** A browser registers what it sent at once; what lies longer has lost its tab. */
const SETTLED_MS = 2 * 60_000;
const EXPIRED_MS = 24 * 3600_000;
const BATCH = 200;

/** Registers uploads whose tab was closed before it could, and forgets those that never arrived. */
@Injectable()
export class UnregisteredUploadsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly parts: MultipartService,
    private readonly registration: RegistrationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('* * * * *', { name: 'staging.arrivals' })
  async sweep({ slot }: Tick): Promise<void> {
    const settled = new Date(slot.getTime() - SETTLED_MS);
    const expired = new Date(slot.getTime() - EXPIRED_MS);
    await sweepEach(this.allowedBefore(settled), this.logger, async (intent) => {
      const object = await this.parts.arrived(intent);
      if (object && object.modifiedAt < settled) await this.register(intent);
      else if (!object && intent.createdAt < expired && !(await this.parts.isOpen(intent))) await this.forget(intent);
    });
  }

  private allowedBefore(time: Date): AsyncGenerator<UploadIntent> {
    return keyset<UploadIntent>((last) =>
      this.database.manager.find(UploadIntent, {
        where: { createdAt: LessThan(time), ...(last && { objectKey: MoreThan(last.objectKey) }) },
        order: { objectKey: 'ASC' },
        take: BATCH,
      }),
    );
  }

  private async register(intent: UploadIntent): Promise<void> {
    const user = await this.database.manager.findOneBy(User, { id: intent.userId });
    const { objectKey: r2Key, projectId, fileName, originalName, sizeBytes } = intent;
    try {
      if (!user) throw new AppError(404, 'not_found', 'The uploader is gone');
      await this.registration.register(actorOf(user), projectId, {
        files: [{ fileName, originalName, r2Key, sizeBytes }],
      });
      await recordHealing(this.database, 'upload_registered');
      this.logger.info({ r2Key, projectId }, 'registered an upload whose tab was closed');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ r2Key, projectId, code: error.code }, 'an upload arrived that cannot be staged');
      await this.forget(intent);
    }
  }

  /** The object, if there is one, goes to the trash. */
  private async forget({ objectKey: r2Key, projectId }: UploadIntent): Promise<void> {
    await this.database.manager.delete(UploadIntent, { objectKey: r2Key });
    await discard(this.database, this.storage, r2Key);
    await recordHealing(this.database, 'upload_forgotten');
    this.logger.info({ r2Key, projectId }, 'forgot an upload that came to nothing');
  }
}
