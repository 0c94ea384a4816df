import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type NotificationType, projectRoles } from '../../platform/domain-words.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import type { NotificationMetadata } from './notification.entity.js';
import { notify } from './notifications.writes.js';
import { peopleToTell } from './recipients.lib.js';

const ROLES = { people: projectRoles, commenters: ['decides', 'comments'], deciders: ['decides'] } as const;

export interface NotificationDraft {
  projectId: string;
  /** Null when the product itself acted. */
  actorId: string | null;
  /** `people` are the client and everyone invited to the project; the others are those who may at least do that. */
  to: 'people' | 'commenters' | 'deciders' | 'engineer';
  /** Users who get another notification instead. */
  except?: readonly string[];
  type: NotificationType;
  message: (project: Project, actorName: string) => string;
  /** Set `fileId` for notifications about one file; several within a short time become one mail. */
  about?: Omit<NotificationMetadata, 'projectId'>;
}

/** Lets a worker notify people, once, of another person's action in their project. */
@Injectable()
export class Notifier {
  constructor(private readonly database: Database) {}

  /**
   * Commits the handler's work with the notification. Users are not notified of their own actions, nor after they left.
   */
  async tell(
    context: HandlerContext,
    { projectId, actorId, to, except = [], type, message, about }: NotificationDraft,
  ): Promise<void> {
    const { manager } = this.database;
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    const users = to === 'engineer' ? [project.engineerId] : await peopleToTell(this.database, project, ROLES[to]);
    const others = users.filter((userId) => userId !== actorId && !except.includes(userId));
    if (others.length === 0) return;
    const actor = actorId ? await manager.findOneBy(User, { id: actorId }) : null;
    const text = message(project, actor?.name ?? 'Someone');
    await context.commit(async (tx) => {
      for (const userId of others) await notify(tx, { userId, type, message: text, metadata: { projectId, ...about } });
    });
  }
}
