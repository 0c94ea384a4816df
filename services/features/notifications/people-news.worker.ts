import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { projectRoles } from '../../platform/domain-words.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { entryMerged } from '../clients/invites.events.js';
import { personInvited } from '../people/people.events.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { clientLeft } from '../users/users.events.js';
import { Notification } from './notification.entity.js';
import { notify } from './notifications.writes.js';
import { peopleToTell } from './recipients.lib.js';

@Injectable()
export class PeopleNewsWorker {
  constructor(private readonly database: Database) {}

  /** Moves a studio's earlier notifications to the account of the person who has accepted its invitation. */
  @On(entryMerged, { queue: 'news' })
  async merged({ entryId, userId }: z.output<typeof entryMerged.schema>, context: HandlerContext): Promise<void> {
    await context.commit(async (tx) => {
      await tx.manager.update(Notification, { userId: entryId }, { userId });
      tx.live({ topic: 'notifications', studioId: null, userIds: [userId] });
    });
  }

  /** A person without an account, or one who is not yet a client of the studio, gets its invitation instead. */
  @On(personInvited, { queue: 'news' })
  async invited(
    { projectId, userId, actorId }: z.output<typeof personInvited.schema>,
    context: HandlerContext,
  ): Promise<void> {
    const { manager } = this.database;
    const project = await manager.findOneBy(Project, { id: projectId });
    if (!project || !(await peopleToTell(this.database, project, projectRoles)).includes(userId)) return;
    const { name } = await manager.findOneByOrFail(User, { id: actorId });
    const message = `${name} invited you to “${project.title}”`;
    await context.commit((tx) => notify(tx, { userId, type: 'project_invitation', message, metadata: { projectId } }));
  }

  /**
   * Each engineer gets one notification, no matter how many projects they have with the client. The client's name is
   * already deleted.
   */
  @On(clientLeft, { queue: 'news' })
  async left({ userId }: z.output<typeof clientLeft.schema>, context: HandlerContext): Promise<void> {
    const projects = await this.database.manager.find(Project, {
      where: { clientId: userId },
      order: { updatedAt: 'DESC' },
    });
    await context.commit(async (tx) => {
      for (const [engineerId, [newest, ...others]] of Map.groupBy(projects, (project) => project.engineerId)) {
        const rest = others.length === 0 ? '' : ` and ${others.length} more`;
        await notify(tx, {
          userId: engineerId,
          type: 'client_left',
          message: `The client of “${newest!.title}”${rest} deleted their account: they no longer get emails or reminders`,
          metadata: { projectId: newest!.id },
        });
      }
    });
  }
}
