import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { z } from 'zod';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { type NotificationType, projectRoles } from '../../platform/domain-words.js';
import { Every, On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { unfinished } from '../../platform/events/unfinished.js';
import { mailDelivery } from '../../platform/mail/delivery.js';
import { type MailAddress, Mailer } from '../../platform/mail/mailer.js';
import { InvitesService } from '../clients/invites.service.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { isOpen } from '../invoices/invoices.policy.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { Quote } from '../quotes/quote.entity.js';
import { statusAt } from '../quotes/quotes.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { mailBrand, replyTo } from '../studio/studio-brand.lib.js';
import { User } from '../users/user.entity.js';
import { addressOf, hasLeft } from '../users/users.policy.js';
import type { GatheredNotification } from './contents/content.js';
import { MailContents } from './contents/mail-contents.service.js';
import { EmailOptOut } from './email-opt-out.entity.js';
import { dueGroups, mailedWith } from './gathered-mail.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { Notification } from './notification.entity.js';
import { notificationMail } from './notification-mail.js';
import { notificationCreated } from './notifications.events.js';
import { placeOf } from './place.js';
import { peopleToTell } from './recipients.lib.js';

/** Mails that only people who decide get, in case a person's role has changed since. */
const FOR_DECIDERS: readonly NotificationType[] = [
  'new_quote',
  'quote_accepted',
  'quote_rejected',
  'new_invoice',
  'payment_reminder',
  'invoice_paid',
  'delivery_ready',
];

type Payload = z.output<typeof notificationCreated.schema>;

/**
 * Sends notifications by e-mail, always with the same Message-ID and behind the mails that people wait for, such as
 * sign-in links. Several about comments or files are combined in one mail.
 */
@Injectable()
export class NotificationMailWorker {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly preferences: MailPreferencesService,
    private readonly contents: MailContents,
    private readonly invites: InvitesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @On(notificationCreated, { ...mailDelivery, onExhausted: 'failed', lowPriority: true })
  async send({ notificationId }: Payload, context: HandlerContext): Promise<void> {
    const notification = await this.database.manager.findOneBy(Notification, { id: notificationId });
    if (!notification || (await this.isUnwanted(notification))) return;
    const { userId, type, metadata } = notification;
    const { publicUrl } = this.config;
    const gathered = await mailedWith(this.database, notification);
    if (!gathered) return;
    const reader = await this.database.manager.findOneByOrFail(User, { id: userId });
    const email = addressOf(reader);
    if (hasLeft(email)) return;
    const project = await this.projectOf(metadata);
    const studio = project && (await this.database.manager.findOneBy(Studio, { id: project.studioId }));
    const { goes, token } =
      project?.clientId === userId
        ? await this.invites.mailTo(project)
        : { goes: await this.mayRead(reader, project, type), token: null };
    if (!goes) return;
    await this.mailer.send(
      notificationMail({
        id: notificationId,
        type,
        messages: gathered.map(({ message }) => message),
        content: studio && (await this.contents.of({ notification, gathered, reader, project, studio, publicUrl })),
        place: placeOf(type, metadata, reader.role),
        to: { name: reader.name, address: email },
        replyTo: studio && ((await this.author(reader, gathered)) ?? (await this.replyTo(reader, project, studio))),
        brand: mailBrand(studio, this.config, reader.role),
        publicUrl,
        unsubscribeToken: this.preferences.tokenFor(userId, type),
        invitationToken: token,
      }),
      context.signal,
    );
    const ids = gathered.map(({ id }) => id);
    await context.commit(async (tx) => {
      await tx.manager.update(Notification, { id: In(ids) }, { emailedAt: clock.now(), mailFailedAt: null });
      if (project && notification.mailFailedAt) publishProjectChange(tx, { ...project, clientId: null }, 'projects');
    });
  }

  /** Sends notifications that had to wait: comments shortly after another mail, and finished uploads. */
  @Every('* * * * *', { name: 'notifications.gathered-comments' })
  async sendGathered(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const first = await dueGroups(tx);
      // A mail that waits for the mail server already has a job.
      const tried = await unfinished(tx, notificationCreated, 'notificationId', first);
      for (const { id } of first) if (!tried.has(id)) tx.emit(notificationCreated, { notificationId: id });
    });
  }

  /** Records the failure in the project, from which the mail can be sent again. */
  async failed({ notificationId }: Payload, _error: Error, tx: Tx): Promise<void> {
    await tx.manager.update(Notification, { id: notificationId }, { mailFailedAt: clock.now() });
    const { metadata } = await tx.manager.findOneByOrFail(Notification, { id: notificationId });
    const project = await this.projectOf(metadata);
    if (project) publishProjectChange(tx, { ...project, clientId: null }, 'projects');
  }

  /**
   * Whether it was sent, read or muted in the meantime, or is about a deleted project, a quote that was answered or
   * replaced, or money that is no longer due.
   */
  private async isUnwanted({ userId, type, metadata, readAt, emailedAt }: Notification): Promise<boolean> {
    const { manager } = this.database;
    if (readAt || emailedAt || (await manager.existsBy(EmailOptOut, { userId, type }))) return true;
    if (metadata.projectId && !(await this.projectOf(metadata))) return true;
    if (type === 'new_quote' && metadata.quoteId) {
      const quote = await manager.findOneBy(Quote, { id: metadata.quoteId });
      return !quote || statusAt(quote, clock.now()) !== 'pending';
    }
    if ((type !== 'new_invoice' && type !== 'payment_reminder') || !metadata.invoiceId) return false;
    const invoice = await manager.findOneBy(Invoice, { id: metadata.invoiceId });
    return !invoice || !isOpen(invoice.status);
  }

  /** Whether the reader may still see the project and, if it is about money, decides in it, unless they are its client. */
  private async mayRead({ id, studioId }: User, project: Project | null, type: NotificationType): Promise<boolean> {
    if (!project || project.studioId === studioId) return true;
    const roles = FOR_DECIDERS.includes(type) ? (['decides'] as const) : projectRoles;
    return (await peopleToTell(this.database, project, roles)).includes(id);
  }

  private async projectOf({ projectId }: Notification['metadata']): Promise<Project | null> {
    return projectId ? this.database.manager.findOneBy(Project, { id: projectId }) : null;
  }

  /** The one person whose comments an engineer reads in this mail; null if there are several, or a guest. */
  private async author({ id: readerId, role }: User, gathered: GatheredNotification[]): Promise<MailAddress | null> {
    if (role !== 'engineer') return null;
    const ids = gathered.map(({ metadata }) => metadata.commentId ?? null);
    if (ids.includes(null)) return null;
    const authors = await this.database.query<{ name: string; address: string }>(
      `SELECT DISTINCT author.name, CASE WHEN comment.guest_name IS NULL THEN author.email ELSE '' END AS address
       FROM comments comment JOIN users author ON author.id = comment.user_id
       WHERE comment.id = ANY($1) AND author.id <> $2`,
      [ids, readerId],
    );
    const [only] = authors;
    return authors.length === 1 && only!.address !== '' && !hasLeft(only!.address) ? only! : null;
  }

  /** A client writes to the studio, and an engineer to the client; null if the address is that of a deleted account. */
  private async replyTo(reader: User, project: Project, studio: Studio): Promise<MailAddress | null> {
    const { clientId, clientName, clientEmail, engineerId } = project;
    if (reader.role === 'engineer') {
      return clientId === reader.id || hasLeft(clientEmail) ? null : { name: clientName, address: clientEmail };
    }
    const { email } = await this.database.manager.findOneByOrFail(User, { id: engineerId });
    const address = replyTo(studio, email);
    return hasLeft(address.address) ? null : address;
  }
}
