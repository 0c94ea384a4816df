import { Inject, Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { notFound } from '../../platform/errors.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { dropObjects } from '../audio/audio.writes.js';
import { recordRepair } from '../health/repairs.writes.js';
import { isLiveProject } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { lockProject } from '../projects/projects.writes.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { forgetIncoming } from '../staged-files/incoming-files.writes.js';
import type { IncomingFile } from '../staged-files/staging-file.entity.js';
import { findIncoming } from '../staging/staging-rows.view.js';
import { putUploadInTrash } from '../trash-store/trash.writes.js';
import { sweepStaleUploads } from '../uploads/verify-upload.lib.js';
import { User } from '../users/user.entity.js';
import { actorOf } from '../users/users.policy.js';
import { RegistrationService } from './registration.service.js';

const BATCH = 200;

/** Registers uploads whose tab was closed before it could, and forgets those that never arrived. */
@Injectable()
export class UnregisteredUploadsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly registration: RegistrationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('* * * * *', { name: 'staging.arrivals' })
  sweep({ slot }: Tick): Promise<void> {
    return sweepStaleUploads<IncomingFile>(this.storage, this.logger, slot, {
      allowedBefore: (time) => this.allowedBefore(time),
      expectedOf: async (file) => file,
      end: (file) => this.register(file),
      forget: (file) => this.forget(file),
    });
  }

  private allowedBefore(time: Date): AsyncGenerator<IncomingFile> {
    return keyset<IncomingFile>((last) =>
      findIncoming(
        this.database.manager,
        {
          createdAt: LessThan(time),
          projectId: isLiveProject(),
          ...(last && { objectKey: MoreThan(last.objectKey) }),
        },
        { order: { objectKey: 'ASC' }, take: BATCH },
      ),
    );
  }

  private async register(file: IncomingFile): Promise<void> {
    const user = await this.database.manager.findOneBy(User, { id: file.uploadedBy });
    if (!user) throw notFound('The uploader');
    const { objectKey: r2Key, projectId, fileName, originalName, sizeBytes } = file;
    await this.registration.register(actorOf(user), projectId, {
      files: [{ fileName, originalName, r2Key, sizeBytes }],
    });
    await recordRepair(this.database, 'upload_registered');
    this.logger.info({ r2Key, projectId }, 'registered an upload whose tab was closed');
  }

  /** Moves the object, if it exists, to its uploader's trash. */
  private async forget({
    objectKey: r2Key,
    projectId,
    originalName: fileName,
    uploadedBy: userId,
  }: IncomingFile): Promise<void> {
    const object = await this.storage.head(r2Key);
    await this.database.transaction(async (tx) => {
      const project = await lockProject(tx, projectId);
      await forgetIncoming(tx, [r2Key]);
      if (object) {
        const thrown = { projectId, kind: 'staging', fileName, userId } as const;
        await putUploadInTrash(tx, { objectKey: r2Key, sizeBytes: object.sizeBytes }, thrown);
        dropObjects(tx, [r2Key]);
      }
      if (!project) return;
      await bumpStagingRevision(tx, projectId);
      publishProjectChange(tx, project, 'staging');
    });
    await recordRepair(this.database, 'upload_forgotten');
    this.logger.info({ r2Key, projectId }, 'forgot an upload that came to nothing');
  }
}
