import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { Every, On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { unfinished } from '../../platform/events/unfinished.js';
import { mailDelivery } from '../../platform/mail/delivery.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { InvitesService } from '../clients/invites.service.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { isOpen } from '../invoices/invoices.policy.js';
import { Project } from '../projects/project.entity.js';
import { tellProject } from '../projects/projects.events.js';
import { Studio } from '../studio/studio.entity.js';
import { User } from '../users/user.entity.js';
import { hasLeft } from '../users/users.policy.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { MutedMail } from './muted-mail.entity.js';
import { Notification } from './notification.entity.js';
import { notificationMail } from './notification-mail.js';
import { notificationCreated } from './notifications.events.js';

type Payload = z.output<typeof notificationCreated.schema>;

/** Whoever comments again and again within this time is mailed about once more when it is over. */
const GATHERING_MINUTES = 15;
const COMMENTS: readonly NotificationType[] = ['comment_on_masters', 'project_comment', 'new_comment'];

/** SQL: a comment that its reader has neither seen nor had by mail, of the last day. */
const WAITING = `n.type = ANY($1) AND n.read_at IS NULL AND n.emailed_at IS NULL AND n.mail_failed_at IS NULL
  AND n.created_at > $2::timestamptz - interval '1 day'
  AND NOT EXISTS (SELECT FROM muted_mails m WHERE m.user_id = n.user_id AND m.type = n.type)`;

/** SQL: its reader has had a mail about comments in this project just now. */
const MAILED_JUST_NOW = `EXISTS (
  SELECT FROM notifications sent WHERE sent.user_id = n.user_id AND sent.type = ANY($1)
    AND sent.metadata->>'projectId' = n.metadata->>'projectId'
    AND sent.emailed_at > $2::timestamptz - interval '${GATHERING_MINUTES} minutes')`;

/** Sends notifications by e-mail, at least once each, under one Message-ID; a burst of comments in one mail. */
@Injectable()
export class NotificationMailWorker {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly preferences: MailPreferencesService,
    private readonly invites: InvitesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @On(notificationCreated, { ...mailDelivery, onExhausted: 'failed' })
  async send({ notificationId }: Payload, context: HandlerContext): Promise<void> {
    const notification = await this.database.manager.findOneBy(Notification, { id: notificationId });
    if (!notification || (await this.isUnwanted(notification))) return;
    const { userId, type, metadata } = notification;
    const gathered = COMMENTS.includes(type) ? await this.gathered(notification) : [notification];
    if (!gathered) return;
    const { name, email, role } = await this.database.manager.findOneByOrFail(User, { id: userId });
    if (hasLeft(email)) return;
    const project = await this.projectOf(metadata);
    await this.mailer.send(
      notificationMail({
        id: notificationId,
        type,
        messages: gathered.map(({ message }) => message),
        projectId: metadata.projectId ?? null,
        reader: { name, email, role },
        brand: await this.brand(project),
        publicUrl: this.config.publicUrl,
        unsubscribeToken: this.preferences.tokenFor(userId, type),
        invitationToken: project?.clientId === userId ? await this.invites.carriedBy(project) : null,
      }),
    );
    const ids = gathered.map(({ id }) => id);
    await context.commit((tx) => tx.manager.update(Notification, { id: In(ids) }, { emailedAt: clock.now() }));
  }

  /** Comments that came while a mail about others had just gone out. */
  @Every('* * * * *', { name: 'notifications.gathered-comments' })
  async sendGathered(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const first = await tx.query<{ id: string }>(
        `SELECT DISTINCT ON (n.user_id, n.metadata->>'projectId') n.id FROM notifications n
         WHERE ${WAITING} AND NOT ${MAILED_JUST_NOW} AND n.created_at < $2::timestamptz - interval '1 minute'
         ORDER BY n.user_id, n.metadata->>'projectId', n.id`,
        [COMMENTS, clock.now()],
      );
      // A mail that is tried again, because the server is away, has its job already.
      const tried = await unfinished(tx, notificationCreated, 'notificationId', first);
      for (const { id } of first) if (!tried.has(id)) tx.emit(notificationCreated, { notificationId: id });
    });
  }

  /**
   * This and all later comments in its project that wait for the same reader's mail. Null when an earlier one takes it
   * along, or when a mail went out just now: then the sweep sends them together.
   */
  private async gathered({
    id,
    userId,
    metadata,
  }: Notification): Promise<Pick<Notification, 'id' | 'message'>[] | null> {
    const waiting = await this.database.query<{ id: string; message: string; held: boolean }>(
      `SELECT n.id, n.message, ${MAILED_JUST_NOW} AS held FROM notifications n
       WHERE ${WAITING} AND n.user_id = $3 AND n.metadata->>'projectId' = $4 ORDER BY n.id`,
      [COMMENTS, clock.now(), userId, metadata.projectId ?? ''],
    );
    const [first] = waiting;
    return first?.id === id && !first.held ? waiting : null;
  }

  /** Said where it belongs, in the project, whence it can be sent again. */
  async failed({ notificationId }: Payload, _error: Error, tx: Tx): Promise<void> {
    await tx.manager.update(Notification, { id: notificationId }, { mailFailedAt: clock.now() });
    const { metadata } = await tx.manager.findOneByOrFail(Notification, { id: notificationId });
    const project = await this.projectOf(metadata);
    if (project) tellProject(tx, { ...project, clientId: null }, 'projects');
  }

  /** Sent, read or muted meanwhile; or about money that nobody waits for any more. */
  private async isUnwanted({ userId, type, metadata, readAt, emailedAt }: Notification): Promise<boolean> {
    const { manager } = this.database;
    if (readAt || emailedAt || (await manager.existsBy(MutedMail, { userId, type }))) return true;
    if ((type !== 'new_invoice' && type !== 'payment_reminder') || !metadata.invoiceId) return false;
    const invoice = await manager.findOneBy(Invoice, { id: metadata.invoiceId });
    return !invoice || !isOpen(invoice.status);
  }

  private async projectOf({ projectId }: Notification['metadata']): Promise<Project | null> {
    return projectId ? this.database.manager.findOneBy(Project, { id: projectId }) : null;
  }

  private async brand(project: Project | null): Promise<{ name: string; color: string }> {
    const studio = project && (await this.database.manager.findOneBy(Studio, { id: project.studioId }));
    return studio
      ? { name: studio.brandName || studio.name, color: studio.brandColor }
      : { name: this.config.brand, color: '' };
  }
}
