import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { recordActivity } from '../activity/activity.writes.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { isOpen } from '../invoices/invoices.policy.js';
import { pauseReminders } from '../invoices/invoices.writes.js';
import { SUSPENDED } from '../memberships/memberships.policy.js';
import { notify } from '../notifications/notifications.writes.js';
import { peopleToTell } from '../notifications/recipients.lib.js';
import { LIVE_PROJECTS, type Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { lockProject } from '../projects/projects.writes.js';
import { hasLeft } from '../users/users.policy.js';
import { type DueReminder, dueReminders, nextReminder, studioToday } from './reminder-plan.js';
import { reminderText } from './reminder-text.js';
import type { RemindersView } from './reminders.schema.js';
import { SentReminder } from './sent-reminder.entity.js';

/** Minimum time between a reminder and one sent by hand. */
const PAUSE_MS = 3600_000;
const MOST_SHOWN = 100;

/**
 * Reminds clients of open invoices. The project's lock prevents a reminder from being sent while the invoice is being
 * paid.
 */
@Injectable()
export class RemindersService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError 404 for outsiders, 403 for the client. */
  async get(actor: Actor, invoiceId: string): Promise<RemindersView> {
    const { manager } = this.database;
    const invoice = await find(manager, invoiceId);
    const project = await this.access.forEngineer(actor, invoice.projectId, manager, 'Invoice');
    const sent = await manager.find(SentReminder, {
      where: { invoiceId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MOST_SHOWN,
    });
    const next =
      isOpen(invoice.status) && !invoice.remindersPaused && !hasLeft(project.clientEmail)
        ? await nextReminder(this.database, invoiceId)
        : null;
    const subject = reminderText(invoice, project.title, await studioToday(this.database, invoice.studioId));
    const refused = refusal(project, invoice, sent[0]);
    return {
      paused: invoice.remindersPaused,
      next: next && { at: isoTime(next.at), dayOffset: next.dayOffset },
      sent: sent.map(({ id, dayOffset, createdAt }) => ({ id, dayOffset, sentAt: isoTime(createdAt) })),
      preview: { subject, text: `${subject}.\n\nPay invoice: ${this.config.publicUrl}/app/payment/${project.id}` },
      canSend: refused === null,
      reason: refused && refused.message,
    };
  }

  /** @throws AppError 409 when nothing is owed, 429 within an hour of another reminder. */
  async sendNow(actor: Actor, invoiceId: string): Promise<RemindersView> {
    await this.database.transaction(async (tx) => {
      const { project, invoice } = await this.lock(tx, actor, invoiceId);
      const [last] = await tx.manager.find(SentReminder, {
        where: { invoiceId },
        order: { createdAt: 'DESC' },
        take: 1,
      });
      const refused = (await suspendedClient(tx, project)) ?? refusal(project, invoice, last);
      if (refused) throw refused;
      await remind(tx, project, invoice, { dayOffset: null, actorId: actor.userId });
    });
    return this.get(actor, invoiceId);
  }

  /** Pauses or resumes reminders. Reminders that became due during the pause are not sent later. */
  async pause(actor: Actor, invoiceId: string, paused: boolean): Promise<RemindersView> {
    await this.database.transaction(async (tx) => {
      const { project, invoice } = await this.lock(tx, actor, invoiceId);
      if (invoice.remindersPaused === paused) return;
      await pauseReminders(tx, invoiceId, paused);
      await recordActivity(tx, {
        projectId: project.id,
        type: paused ? 'reminders_paused' : 'reminders_resumed',
        actorId: actor.userId,
        message: `${paused ? 'Paused' : 'Resumed'} the reminders of invoice #${invoice.number}`,
        engineersOnly: true,
      });
      tellBrowsers(tx, project, invoiceId);
    });
    return this.get(actor, invoiceId);
  }

  /** Reminders that are due, by invoice; the caller passes them to `send`. */
  due(limit: number, after?: string): Promise<DueReminder[]> {
    return dueReminders(this.database, { limit, after });
  }

  /**
   * Sends an invoice's due reminder, if it is still due. Claim, notification and history are written in one
   * transaction.
   */
  async send({ projectId, invoiceId }: DueReminder): Promise<void> {
    await this.database.transaction(async (tx) => {
      const project = await lockProject(tx, projectId);
      const [due] = await dueReminders(tx, { invoiceId, limit: 1 });
      if (!project || !due) return;
      await remind(tx, project, await find(tx.manager, invoiceId), { dayOffset: due.dayOffset, actorId: null });
    });
  }

  private async lock(tx: Tx, actor: Actor, invoiceId: string): Promise<{ project: Project; invoice: Invoice }> {
    const { projectId } = await find(tx.manager, invoiceId);
    const project = await this.access.lockForEngineer(tx, actor, projectId, 'Invoice');
    return { project, invoice: await find(tx.manager, invoiceId) };
  }
}

async function find(manager: EntityManager, invoiceId: string): Promise<Invoice> {
  const invoice = await manager.findOneBy(Invoice, { id: invoiceId });
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

/** A client who cannot open the invoice is not reminded of it. */
async function suspendedClient(tx: Tx, { id }: Project): Promise<AppError | null> {
  const [found] = await tx.query(`SELECT 1 FROM ${LIVE_PROJECTS} p WHERE p.id = $1 AND ${SUSPENDED}`, [id]);
  return found ? conflict('client_suspended', 'You have suspended this client. Let them in again first.') : null;
}

/** Why no reminder can be sent by hand now; null when one can. */
function refusal({ clientEmail }: Project, invoice: Invoice, last: SentReminder | undefined): AppError | null {
  if (hasLeft(clientEmail)) return conflict('client_left', 'The client has deleted their account.');
  if (!isOpen(invoice.status)) {
    return conflict('nothing_owed', `This invoice is ${invoice.status}: there is nothing to remind of.`);
  }
  const waitMs = last ? last.createdAt.getTime() + PAUSE_MS - clock.now().getTime() : 0;
  if (waitMs <= 0) return null;
  return new AppError(429, 'reminded_recently', 'A reminder went out less than an hour ago.', {
    retryAfter: waitMs / 1000,
  });
}

interface ReminderOccasion {
  /** Null if it is sent by hand. */
  dayOffset: number | null;
  actorId: string | null;
}

/** The caller has locked the project. The unique claim prevents a scheduled reminder from being sent twice. */
async function remind(
  tx: Tx,
  project: Project,
  invoice: Invoice,
  { dayOffset, actorId }: ReminderOccasion,
): Promise<void> {
  const { id: projectId, title } = project;
  const claimed = await tx.query(
    `INSERT INTO sent_reminders (invoice_id, day_offset, created_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [invoice.id, dayOffset, clock.now()],
  );
  if (claimed.length === 0) return;
  const message = reminderText(invoice, title, await studioToday(tx, invoice.studioId));
  for (const userId of await peopleToTell(tx, project, ['decides'])) {
    await notify(tx, { userId, type: 'payment_reminder', message, metadata: { projectId, invoiceId: invoice.id } });
  }
  await recordActivity(tx, {
    projectId,
    type: 'reminder_sent',
    actorId,
    message: `Sent a payment reminder for invoice #${invoice.number}`,
  });
  tellBrowsers(tx, project, invoice.id);
}

const tellBrowsers = (tx: Tx, { id: projectId, studioId }: Project, invoiceId: string): void =>
  tx.live({ topic: 'reminders', id: invoiceId, projectId, studioId });
