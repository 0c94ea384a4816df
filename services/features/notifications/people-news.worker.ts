import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { entryMerged } from '../clients/invites.events.js';
import { Project } from '../projects/project.entity.js';
import { clientLeft } from '../users/users.events.js';
import { Notification } from './notification.entity.js';
import { notify } from './notifications.writes.js';

@Injectable()
export class PeopleNewsWorker {
  constructor(private readonly database: Database) {}

  /** Moves a studio's earlier notifications to the account of the person who has accepted its invitation. */
  @On(entryMerged, { queue: 'default' })
  async merged({ entryId, userId }: z.output<typeof entryMerged.schema>, context: HandlerContext): Promise<void> {
    await context.commit(async (tx) => {
      await tx.manager.update(Notification, { userId: entryId }, { userId });
      tx.live({ topic: 'notifications', studioId: null, userIds: [userId] });
    });
  }

  /**
   * Each engineer gets one notification, no matter how many projects they have with the client. The client's name is
   * already deleted.
   */
  @On(clientLeft, { queue: 'default' })
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
