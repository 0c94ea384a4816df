import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, LessThan, Not, Raw } from 'typeorm';
import { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { LIVE_PROJECTS, namesNoDeletedProject } from '../projects/project.entity.js';
import { invitedTo } from '../projects/projects.policy.js';
import { Notification } from './notification.entity.js';
import type { NotificationListQuery, NotificationView } from './notifications.schema.js';

const cursorSchema = z.tuple([id]);

/** Lists and marks a user's own notifications. */
@Injectable()
export class NotificationsService {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(actor: Actor, { limit, cursor, read }: NotificationListQuery): Promise<Page<NotificationView>> {
    const [before] = cursor ? decodeCursor(cursor, cursorSchema) : [undefined];
    const rows = await this.database.manager.find(Notification, {
      where: {
        ...own(actor),
        ...(before !== undefined && { id: LessThan(before) }),
        ...(read !== undefined && { readAt: read ? Not(IsNull()) : IsNull() }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return cutPage(rows, limit, notificationView, (row) => [row.id]);
  }

  async unreadCount(actor: Actor): Promise<number> {
    return this.database.manager.countBy(Notification, { ...own(actor), readAt: IsNull() });
  }

  /**
   * Marking it as read again keeps the first time.
   * @throws AppError 404 for another user's notification.
   */
  async read(actor: Actor, notificationId: string): Promise<NotificationView> {
    return this.database.transaction(async (tx) => {
      const which = { ...own(actor), id: notificationId };
      const marked = await this.mark(tx, which);
      const notification = await tx.manager.findOneBy(Notification, which);
      if (!notification) throw notFound('Notification');
      if (marked > 0) tellBrowsers(tx, actor);
      return notificationView(notification);
    });
  }

  /** Returns the number that were unread. */
  async readAll(actor: Actor): Promise<number> {
    return this.database.transaction(async (tx) => {
      const marked = await this.mark(tx, own(actor));
      if (marked > 0) tellBrowsers(tx, actor);
      return marked;
    });
  }

  private async mark(tx: Tx, which: FindOptionsWhere<Notification>): Promise<number> {
    const { affected } = await tx.manager.update(
      Notification,
      { ...which, readAt: IsNull() },
      { readAt: () => 'now()' },
    );
    return affected ?? 0;
  }
}

/** The user's notifications, except those about deleted projects and projects that they may no longer see. */
const own = (actor: Actor): FindOptionsWhere<Notification> => ({
  metadata: namesNoDeletedProject(),
  userId:
    actor.role === 'engineer'
      ? actor.userId
      : Raw(
          (column) =>
            `${column} = :userId AND NOT EXISTS (
               SELECT FROM ${LIVE_PROJECTS} p
               WHERE p.id = CAST(metadata->>'projectId' AS uuid) 
                 AND (p.studio_id = ANY(CAST(:barredFrom AS uuid[]))
                   OR NOT (p.client_id = :userId OR p.id = ANY(CAST(:invitedTo AS uuid[])))))`,
          { userId: actor.userId, barredFrom: actor.barredFrom, invitedTo: invitedTo(actor) },
        ),
});

const tellBrowsers = (tx: Tx, { userId }: Actor): void =>
  tx.live({ topic: 'notifications', studioId: null, userIds: [userId] });

const notificationView = ({ id, type, message, readAt, createdAt, metadata }: Notification): NotificationView => ({
  id,
  type,
  message,
  read: readAt !== null,
  createdAt: isoTime(createdAt),
  metadata: { ...metadata, fileId: metadata.fileId ?? onlyOne(metadata.fileIds) },
});

const onlyOne = (ids: string[] = []): string | undefined => (ids.length === 1 ? ids[0] : undefined);
