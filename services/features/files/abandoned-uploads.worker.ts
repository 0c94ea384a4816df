import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { Audio } from '../audio/audio.entity.js';
import { dropObjects, forgetAudio } from '../audio/audio.writes.js';
import { recordRepair } from '../health/repairs.writes.js';
import { isLiveProject } from '../projects/project.entity.js';
import { projectRolesOf } from '../projects/projects.writes.js';
import { putUploadInTrash } from '../trash-store/trash.writes.js';
import { sweepStaleUploads } from '../uploads/verify-upload.lib.js';
import { User } from '../users/user.entity.js';
import { actorOf } from '../users/users.policy.js';
import { ProjectFile } from './file.entity.js';
import { FileUploadsService } from './file-uploads.service.js';

const BATCH = 200;

/** Completes uploads in Files whose tab was closed too early, and deletes those that never arrived. */
@Injectable()
export class AbandonedUploadsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly uploads: FileUploadsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('* * * * *', { name: 'files.abandoned-uploads' })
  sweep({ slot }: Tick): Promise<void> {
    return sweepStaleUploads<ProjectFile>(this.storage, this.logger, slot, {
      allowedBefore: (time) => this.begunBefore(time),
      expectedOf: async ({ audioId, upload }) => ({ objectKey: await this.keyOf(audioId), upload }),
      end: (file) => this.end(file),
      forget: (file) => this.forget(file),
    });
  }

  private begunBefore(time: Date): AsyncGenerator<ProjectFile> {
    return keyset<ProjectFile>((last) =>
      this.database.manager.find(ProjectFile, {
        where: {
          completedAt: IsNull(),
          createdAt: LessThan(time),
          projectId: isLiveProject(),
          ...(last && { id: MoreThan(last.id) }),
        },
        order: { id: 'ASC' },
        take: BATCH,
      }),
    );
  }

  private async keyOf(audioId: string): Promise<string> {
    return (await this.database.manager.findOneByOrFail(Audio, { id: audioId })).objectKey;
  }

  private async end({ id: fileId, uploadedBy, projectId }: ProjectFile): Promise<void> {
    const uploader = await this.database.manager.findOneByOrFail(User, { id: uploadedBy });
    await this.uploads.complete(actorOf(uploader, await projectRolesOf(this.database, uploader.id)), fileId);
    await recordRepair(this.database, 'upload_registered');
    this.logger.info({ fileId, projectId }, 'completed an upload whose tab was closed');
  }

  /** Deletes the row and moves its object, if one exists, to the uploader's trash. */
  private async forget({
    id,
    audioId,
    projectId,
    fileType: kind,
    originalName,
    uploadedBy,
  }: ProjectFile): Promise<void> {
    const audio = await this.database.manager.findOneBy(Audio, { id: audioId });
    // `complete` deletes the row when it rejects the content.
    if (!audio) return;
    const { objectKey } = audio;
    const object = await this.storage.head(objectKey);
    const isForgotten = await this.database.transaction(async (tx) => {
      const forgotten = await tx.query('DELETE FROM files WHERE id = $1 AND completed_at IS NULL RETURNING id', [id]);
      if (forgotten.length === 0) return false;
      await forgetAudio(tx, audioId);
      if (object) {
        const thrown = { projectId, kind, fileName: originalName, userId: uploadedBy };
        await putUploadInTrash(tx, { objectKey, sizeBytes: object.sizeBytes }, thrown);
        dropObjects(tx, [objectKey]);
      }
      await recordRepair(tx, 'upload_forgotten');
      return true;
    });
    if (!isForgotten) return;
    this.logger.info({ fileId: id }, 'deleted an upload that never completed');
  }
}
