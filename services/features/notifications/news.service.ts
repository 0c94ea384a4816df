import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { Notification } from './notification.entity.js';
import type { NotificationType } from './notifications.schema.js';

export interface News {
  projectId: string;
  /** Null when the product itself acted. */
  actorId: string | null;
  to: 'client' | 'engineer';
  type: NotificationType;
  message: (project: Project, actorName: string) => string;
  invoiceId?: string;
}

/** How a worker tells one person what somebody else did in their project, once. */
@Injectable()
export class NewsService {
  constructor(private readonly database: Database) {}

  /** Ends the handler's work: commits, or does nothing. Nobody is told of what they did themselves. */
  async tell(context: HandlerContext, { projectId, actorId, to, type, message, invoiceId }: News): Promise<void> {
    const { manager } = this.database;
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    const userId = to === 'client' ? project.clientId : project.engineerId;
    if (userId === actorId) return;
    const actor = actorId ? await manager.findOneBy(User, { id: actorId }) : null;
    const text = message(project, actor?.name ?? 'Someone');
    await context.commit(async (tx) => {
      await tx.manager.insert(Notification, {
        userId,
        type,
        message: text,
        metadata: { projectId, ...(invoiceId && { invoiceId }) },
      });
      tx.live({ topic: 'notifications', studioId: null, userIds: [userId] });
    });
  }
}
