import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { ProjectFile } from '../files/file.entity.js';
import { fileDeleted, fileUploaded } from '../files/files.events.js';
import { Project } from '../projects/project.entity.js';
import { projectStatusChanged } from '../projects/projects.events.js';
import { statusLabel } from '../projects/projects.schema.js';
import { mastersReleased } from '../staging/staging.events.js';
import { User } from '../users/user.entity.js';
import { Notification } from './notification.entity.js';
import type { NotificationType } from './notifications.schema.js';

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

interface News {
  projectId: string;
  actorId: string | null;
  to: 'client' | 'engineer';
  type: NotificationType;
  message: (project: Project, actorName: string) => string;
}

/** Tells people what others did in their projects, once each. */
@Injectable()
export class NotificationsWorker {
  constructor(private readonly database: Database) {}

  @On(mastersReleased, { queue: 'default' })
  async released(release: Payload<typeof mastersReleased>, context: HandlerContext): Promise<void> {
    const { projectId, actorId, fileIds, masters, revisions } = release;
    const kind = masters && revisions ? 'new and revised' : masters ? 'new' : 'revised';
    const one = fileIds.length === 1;
    const subject = one && !masters ? 'A revised master' : one ? 'A new master' : `${fileIds.length} ${kind} masters`;
    await this.tell(context, {
      projectId,
      actorId,
      to: 'client',
      type: masters ? 'masters_available' : 'revision_uploaded',
      message: ({ title }) => `${subject} ${one ? 'is' : 'are'} available in “${title}”`,
    });
  }

  @On(fileUploaded, { queue: 'default' })
  async uploaded({ fileId, actorId }: Payload<typeof fileUploaded>, context: HandlerContext): Promise<void> {
    const file = await this.database.manager.findOneBy(ProjectFile, { id: fileId });
    if (!file || file.deletedAt) return;
    const { projectId, fileType, originalName } = file;
    const shared = { projectId, actorId };
    if (fileType === 'upload') {
      await this.tell(context, {
        ...shared,
        to: 'engineer',
        type: 'file_uploaded',
        message: ({ title }, name) => `${name} uploaded ${originalName} to “${title}”`,
      });
      return;
    }
    const isRevision = fileType === 'revision';
    await this.tell(context, {
      ...shared,
      to: 'client',
      type: isRevision ? 'revision_uploaded' : 'masters_available',
      message: ({ title }) => `A ${isRevision ? 'revised' : 'new'} master is available in “${title}”: ${originalName}`,
    });
  }

  @On(fileDeleted, { queue: 'default' })
  async deleted(event: Payload<typeof fileDeleted>, context: HandlerContext): Promise<void> {
    const { fileId, projectId, actorId, fileType } = event;
    const file = await this.database.manager.findOneBy(ProjectFile, { id: fileId });
    if (!file) return;
    await this.tell(context, {
      projectId,
      actorId,
      to: fileType === 'upload' ? 'engineer' : 'client',
      type: 'file_deleted',
      message: ({ title }, name) => `${name} deleted ${file.originalName} from “${title}”`,
    });
  }

  /** No order is promised, so each message is true by itself: it says from where to where. */
  @On(projectStatusChanged, { queue: 'default' })
  async statusChanged(change: Payload<typeof projectStatusChanged>, context: HandlerContext): Promise<void> {
    const { projectId, actorId, byHand, from, to } = change;
    if (!byHand) return;
    await this.tell(context, {
      projectId,
      actorId,
      to: 'client',
      type: 'project_status_updated',
      message: ({ title }) => `“${title}” went from ${statusLabel(from)} to ${statusLabel(to)}`,
    });
  }

  /** Nobody is told of what they did themselves. */
  private async tell(context: HandlerContext, news: News): Promise<void> {
    const { projectId, actorId, to, type } = news;
    const { manager } = this.database;
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    const userId = to === 'client' ? project.clientId : project.engineerId;
    if (userId === actorId) return;
    const actor = actorId ? await manager.findOneBy(User, { id: actorId }) : null;
    const message = news.message(project, actor?.name ?? 'Someone');
    await context.commit(async (tx) => {
      await tx.manager.insert(Notification, { userId, type, message, metadata: { projectId } });
      tx.live({ topic: 'notifications', studioId: null, userIds: [userId] });
    });
  }
}
