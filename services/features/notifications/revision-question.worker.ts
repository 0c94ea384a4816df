import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { ProjectFile } from '../files/file.entity.js';
import { fileDeleted, fileUploaded, revisionPlaced } from '../files/files.events.js';
import { Project } from '../projects/project.entity.js';
import { notify } from './notifications.writes.js';

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

/** Asks the engineer for the slot of a revision whose name matches no master, until the question is answered. */
@Injectable()
export class RevisionQuestionWorker {
  constructor(private readonly database: Database) {}

  /**
   * Also notifies the engineer who uploaded it, because the question is easily missed when many files are dropped at
   * once.
   */
  @On(fileUploaded, { queue: 'news' })
  async ask({ fileId }: Payload<typeof fileUploaded>, { commit }: HandlerContext): Promise<void> {
    const file = await this.database.manager.findOneBy(ProjectFile, { id: fileId });
    if (!file || !isUnplaced(file)) return;
    const project = await this.database.manager.findOneBy(Project, { id: file.projectId });
    if (!project) return;
    await commit(async (tx) => {
      // The lock delays an answer given at this moment, so that it finds the notification.
      const lock = { mode: 'pessimistic_read' } as const;
      const latest = await tx.manager.findOne(ProjectFile, { where: { id: fileId }, lock });
      if (!latest || !isUnplaced(latest)) return;
      await notify(tx, {
        userId: project.engineerId,
        type: 'revision_uploaded',
        message: `${file.originalName} in “${project.title}” has no slot: no master shares its name. Choose what it replaces.`,
        metadata: { projectId: project.id, fileId },
      });
    });
  }

  @On(revisionPlaced, { queue: 'news' })
  async placed({ fileId }: Payload<typeof revisionPlaced>, context: HandlerContext): Promise<void> {
    await this.answered(fileId, context);
  }

  @On(fileDeleted, { queue: 'news' })
  async deleted({ fileId, fileType }: Payload<typeof fileDeleted>, context: HandlerContext): Promise<void> {
    if (fileType === 'revision') await this.answered(fileId, context);
  }

  /** Marks the question as read, so that no mail is sent about it. */
  private async answered(fileId: string, { commit }: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const file = await manager.findOneBy(ProjectFile, { id: fileId });
    const project = file && (await manager.findOneBy(Project, { id: file.projectId }));
    if (!project) return;
    const { engineerId } = project;
    await commit(async (tx) => {
      const read = await tx.query(
        `UPDATE notifications SET read_at = now() WHERE user_id = $1 AND read_at IS NULL AND type = 'revision_uploaded'
           AND metadata->>'fileId' = $2 RETURNING 1`,
        [engineerId, fileId],
      );
      if (read.length > 0) tx.live({ topic: 'notifications', studioId: null, userIds: [engineerId] });
    });
  }
}

const isUnplaced = ({ fileType, trackId, slotType, parentFileId, deletedAt }: ProjectFile): boolean =>
  fileType === 'revision' && !trackId && !slotType && !parentFileId && !deletedAt;
