import { Injectable } from '@nestjs/common';
import { IsNull, Not, Raw } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Notification } from './notification.entity.js';
import { notificationCreated } from './notifications.events.js';
import type { FailedMail } from './notifications.schema.js';

const MOST_SHOWN = 20;

/** Failed mails to a project's client about notifications that the client has not read in the portal either. */
@Injectable()
export class FailedMailsService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Newest first.
   * @throws AppError 404 for outsiders, 403 for the client.
   */
  async list(actor: Actor, projectId: string): Promise<FailedMail[]> {
    const project = await this.access.forEngineer(actor, projectId);
    const rows = await this.database.manager.find(Notification, {
      where: lostIn(project),
      order: { id: 'DESC' },
      take: MOST_SHOWN,
    });
    return rows.map(({ id, message, mailFailedAt }) => ({
      id,
      message,
      to: project.clientEmail,
      failedAt: isoTime(mailFailedAt!),
    }));
  }

  /** @throws AppError 404, also for a mail that has been sent in the meantime. */
  async sendAgain(actor: Actor, projectId: string, notificationId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const lost = { ...lostIn(project), id: notificationId };
      if (!(await tx.manager.existsBy(Notification, lost))) throw notFound('Failed mail');
      await tx.manager.update(Notification, { id: notificationId }, { mailFailedAt: null });
      tx.emit(notificationCreated, { notificationId });
      publishProjectChange(tx, { ...project, clientId: null }, 'projects');
    });
  }
}

const lostIn = ({ id, clientId }: Project) => ({
  userId: clientId,
  mailFailedAt: Not(IsNull()),
  readAt: IsNull(),
  metadata: Raw((metadata) => `${metadata} ->> 'projectId' = :projectId`, { projectId: id }),
});
