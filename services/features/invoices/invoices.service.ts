import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { PdfFile } from '../../platform/documents/reply-pdf.js';
import type { InvoiceStatus } from '../../platform/domain-words.js';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/errors.js';
import type { Actor, Engineer } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { formatMoney, toAmount, toCents } from '../../platform/money.js';
import { recordActivity } from '../activity/activity.writes.js';
import { sharesProfile } from '../clients/clients.service.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { canDecide } from '../projects/projects.policy.js';
import { lockProject, noteInvoice } from '../projects/projects.writes.js';
import { Studio } from '../studio/studio.entity.js';
import { takeInvoiceNumber } from '../studio/studio.writes.js';
import { documentBrand } from '../studio-settings/studio.view.js';
import { Profile } from '../users/profile.entity.js';
import { User } from '../users/user.entity.js';
import { addressOf } from '../users/users.policy.js';
import { agreement, blockerOf, linesToBill } from './agreement.js';
import { drawInvoice } from './draw-invoice.js';
import { Invoice, type InvoiceParty, type PaidVia } from './invoice.entity.js';
import { listInvoices, readInvoice } from './invoice-list.js';
import { type InvoiceSum, metricsOf, mondayOf, plusDays, WEEKS } from './invoice-metrics.js';
import { studioDay } from './invoice-studio.js';
import { invoiceCancelled, invoiceCreated, invoicePaid, paymentReverted } from './invoices.events.js';
import type { CreateInvoice, InvoiceDraft, InvoiceListQuery, InvoiceMetrics, InvoiceView } from './invoices.schema.js';
import { addInvoice } from './invoices.writes.js';

const DEFAULT_DAYS_TO_PAY = 30;

/** The user who changes an invoice's status and, for a payment, how it was paid. */
interface ChangedBy {
  /** Null when the system acts. */
  actorId: string | null;
  via?: PaidVia;
}

/** Each change of an invoice locks its project and updates the project's copies of the invoice's state. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly projects: ProjectsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError 409 when the project cannot be invoiced now, 422 for a due date in the past. */
  async create(actor: Actor, { projectId, amount, due_date: dueDate, notes }: CreateInvoice): Promise<InvoiceView> {
    const invoiceId = await this.database.transaction(async (tx) => {
      const project = await this.access.lockForEngineer(tx, actor, projectId);
      const agreed = await agreement(tx, projectId);
      const blocker = await blockerOf(tx.manager, project, agreed);
      if (blocker) throw conflict(blocker.code, blocker.message);
      const amountCents = toCents(amount);
      const studio = await takeInvoiceNumber(tx, project.studioId);
      if (dueDate < studio.today) throw unprocessable('due_in_past', 'The due date must not be in the past');
      const invoice = await addInvoice(tx, {
        studioId: project.studioId,
        projectId,
        number: studio.number,
        amountCents,
        currency: agreed!.currency,
        lines: await linesToBill(tx, projectId, agreed!, amountCents),
        dueDate,
        notes,
        issuer: { name: studio.issuer, email: actor.email, address: studio.address, taxId: studio.taxId },
        recipient: await recipientOf(tx, project),
      });
      await copyToProject(tx, project, invoice);
      await recordActivity(tx, {
        projectId,
        type: 'invoice_created',
        actorId: actor.userId,
        message: `Sent invoice #${invoice.number} for ${formatMoney(amountCents, invoice.currency)}`,
      });
      await this.projects.advance(tx, projectId, 'invoice_created', actor.userId);
      tx.emit(invoiceCreated, { invoiceId: invoice.id, projectId, actorId: actor.userId });
      return invoice.id;
    });
    return this.read(actor, invoiceId);
  }

  /** Initial values for the project's next invoice. @throws AppError 404 for outsiders, 403 for the client. */
  async draft(actor: Actor, projectId: string): Promise<InvoiceDraft> {
    const project = await this.access.forEngineer(actor, projectId);
    const agreed = await agreement(this.database, projectId);
    const { today, currency } = await studioDay(this.database, project.studioId);
    const blocker = await blockerOf(this.database.manager, project, agreed);
    return {
      allowed: blocker === null,
      reason: blocker?.message ?? null,
      amount: agreed && toAmount(agreed.openCents),
      amountCents: agreed && agreed.openCents,
      currency: agreed?.currency ?? currency,
      lines: agreed ? await linesToBill(this.database, projectId, agreed, agreed.openCents) : [],
      dueDate: plusDays(today, DEFAULT_DAYS_TO_PAY),
      today,
    };
  }

  list(actor: Actor, query: InvoiceListQuery): Promise<Page<InvoiceView>> {
    return listInvoices(this.database.manager, actor, query, this.config);
  }

  async get(actor: Actor, invoiceId: string): Promise<InvoiceView> {
    await this.visible(actor, invoiceId);
    return this.read(actor, invoiceId);
  }

  async metrics({ studioId }: Engineer): Promise<InvoiceMetrics> {
    const { today, currency, timeZone } = await studioDay(this.database, studioId);
    const sums = await this.database.query<InvoiceSum>(
      `SELECT currency, status, NULL AS "paidOn", count(*)::int AS count, sum(amount_cents)::float8 AS cents
       FROM invoices WHERE studio_id = $1 AND status IN ('pending', 'overdue') GROUP BY currency, status
       UNION ALL
       SELECT currency, status, (paid_at AT TIME ZONE $2)::date::text, count(*)::int, sum(amount_cents)::float8
       FROM invoices WHERE studio_id = $1 AND status = 'paid' AND paid_at >= $3::date::timestamp AT TIME ZONE $2
       GROUP BY currency, status, 3`,
      [studioId, timeZone, plusDays(mondayOf(today), -7 * (WEEKS - 1))],
    );
    return metricsOf(sums, currency, today);
  }

  /** The invoice as a PDF document. */
  async pdf(actor: Actor, invoiceId: string): Promise<PdfFile> {
    const { invoice, project } = await this.visible(actor, invoiceId);
    const studio = await this.database.manager.findOneByOrFail(Studio, { id: invoice.studioId });
    const document = await drawInvoice(
      {
        invoice: { ...invoice },
        projectTitle: project.title,
        brand: { ...documentBrand(studio), name: studio.brandName || invoice.issuer.name || studio.name },
        timeZone: studio.timeZone,
        howToPay: studio.paymentInstructions,
      },
      studio.id,
    );
    return { document, fileName: `Invoice ${invoice.number}.pdf` };
  }

  /**
   * Sets the status. Setting the same status again changes nothing.
   * @throws AppError 409 for a change that is not possible from the current status.
   */
  async setStatus(actor: Actor, invoiceId: string, status: InvoiceStatus): Promise<InvoiceView> {
    await this.database.transaction(async (tx) => {
      const known = await find(tx.manager, invoiceId);
      const project = await this.access.lockForEngineer(tx, actor, known.projectId, 'Invoice');
      const invoice = await find(tx.manager, invoiceId);
      if (invoice.status === status) return;
      if (project.currentInvoiceId && project.currentInvoiceId !== invoice.id) {
        const { number } = await find(tx.manager, project.currentInvoiceId);
        const message = `The final files follow invoice #${number}, which is newer. Cancel that one first to change this one.`;
        throw conflict('invoice_exists', message);
      }
      if (status === 'pending' && invoice.dueDate < (await studioDay(tx, project.studioId)).today) {
        throw conflict('past_due', 'The due date has passed: an open invoice is overdue.');
      }
      await this.move(tx, project, invoice, status, { actorId: actor.userId, via: 'hand' });
    });
    return this.read(actor, invoiceId);
  }

  /**
   * Marks the project's open invoice as paid by the demo payment; paying again changes nothing.
   * @throws AppError 403 for the engineer, 409 when nothing is owed or demo payments are off.
   */
  async pay(actor: Actor, projectId: string): Promise<InvoiceView> {
    const invoiceId = await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, projectId);
      if (!canDecide(actor, project)) throw forbidden('Client can pay this invoice to unlock final files.');
      if (!project.currentInvoiceId) throw conflict('no_invoice', 'No invoice available for payment.');
      const invoice = await find(tx.manager, project.currentInvoiceId);
      if (invoice.status === 'paid') return invoice.id;
      if (!this.config.demoPayments) {
        throw conflict('paid_elsewhere', 'This invoice is paid outside the portal, as the studio asks.');
      }
      await this.move(tx, project, invoice, 'paid', { actorId: actor.userId, via: 'demo' });
      return invoice.id;
    });
    return this.read(actor, invoiceId);
  }

  /**
   * Ids of pending invoices whose due date has passed in their studio's time zone; the caller passes them to
   * `markOverdue`.
   */
  pastDue(limit: number, after?: string): Promise<{ invoiceId: string }[]> {
    return this.database.query(
      `SELECT i.id AS "invoiceId" FROM invoices i JOIN studios s ON s.id = i.studio_id
       WHERE i.status = 'pending' AND i.due_date <= ($1::timestamptz AT TIME ZONE 'UTC')::date
         AND i.due_date < ($1::timestamptz AT TIME ZONE s.time_zone)::date
         AND ($3::uuid IS NULL OR i.id > $3)
       ORDER BY i.id LIMIT $2`,
      [clock.now(), limit, after ?? null],
    );
  }

  /** Does nothing for an invoice that was paid, cancelled or marked in the meantime. */
  async markOverdue(invoiceId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { projectId } = await find(tx.manager, invoiceId);
      const project = (await lockProject(tx, projectId))!;
      const invoice = await find(tx.manager, invoiceId);
      if (invoice.status === 'pending') await this.move(tx, project, invoice, 'overdue', { actorId: null });
    });
  }

  /**
   * All status changes go through here: they write the row, the copies, the project's status, history and events. The
   * caller has locked the project.
   */
  private async move(tx: Tx, project: Project, invoice: Invoice, status: InvoiceStatus, by: ChangedBy): Promise<void> {
    const { id: projectId } = project;
    const { actorId, via } = by;
    const before = invoice.status;
    const paid = status === 'paid';
    const changes = { status, paidAt: paid ? clock.now() : null, paidVia: paid && via ? via : null };
    await tx.manager.update(Invoice, { id: invoice.id }, changes);
    await copyToProject(tx, project, { ...invoice, ...changes });
    const { type, message } = history(invoice.number, before, status, via);
    await recordActivity(tx, { projectId, type, actorId, message });
    if (before === 'paid') await this.projects.advance(tx, projectId, 'payment_reverted', actorId);
    if (before === 'cancelled') await this.projects.advance(tx, projectId, 'invoice_created', actorId);
    if (status === 'cancelled') await this.projects.advance(tx, projectId, 'invoice_cancelled', actorId);
    const event = { invoiceId: invoice.id, projectId };
    if (actorId && status === 'cancelled') tx.emit(invoiceCancelled, { ...event, actorId });
    else if (actorId && before === 'paid') tx.emit(paymentReverted, { ...event, actorId });
    if (!paid) return;
    await this.projects.advance(tx, projectId, 'invoice_paid', actorId);
    if (actorId) tx.emit(invoicePaid, { ...event, actorId, byHand: via === 'hand' });
  }

  private async visible(actor: Actor, invoiceId: string): Promise<{ invoice: Invoice; project: Project }> {
    const invoice = await find(this.database.manager, invoiceId);
    const project = await this.access.forDeciders(actor, invoice.projectId, this.database.manager, 'Invoice');
    return { invoice, project };
  }

  private async read(actor: Actor, invoiceId: string): Promise<InvoiceView> {
    return (await readInvoice(this.database.manager, actor, invoiceId, this.config))!;
  }
}

async function find(manager: EntityManager, invoiceId: string): Promise<Invoice> {
  const invoice = await manager.findOneBy(Invoice, { id: invoiceId });
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

/** The client's details from their profile if they share it; the company precedes the address. */
async function recipientOf(tx: Tx, { studioId, clientId }: Project): Promise<InvoiceParty> {
  const client = await tx.manager.findOneByOrFail(User, { id: clientId });
  const shared = await sharesProfile(tx, studioId, clientId);
  const profile = shared ? await tx.manager.findOneBy(Profile, { userId: clientId }) : null;
  const address = [profile?.company, profile?.address, profile?.country].filter(Boolean).join('\n');
  return { name: client.name, email: addressOf(client), address, taxId: '' };
}

type InvoiceCopy = Pick<Invoice, 'id' | 'status' | 'amountCents' | 'currency'>;

/**
 * Copies the state of the current invoice to its project and notifies open windows, because it may lock or unlock
 * files.
 */
async function copyToProject(tx: Tx, project: Project, invoice: InvoiceCopy): Promise<void> {
  const { id: projectId, studioId, clientId } = project;
  // When an invoice for extra work is cancelled, the paid one before it becomes current again.
  const current =
    invoice.status !== 'cancelled'
      ? invoice
      : await tx.manager.findOne(Invoice, { where: { projectId, status: 'paid' }, order: { number: 'DESC' } });
  await noteInvoice(tx, projectId, current);
  tx.live({ topic: 'invoices', id: invoice.id, projectId, studioId, userIds: [clientId], people: 'deciders' });
  publishProjectChange(tx, project, 'projects', 'files');
}

function history(
  number: number,
  before: InvoiceStatus,
  after: InvoiceStatus,
  via?: PaidVia,
): { type: string; message: string } {
  switch (after) {
    case 'paid':
      return {
        type: 'invoice_paid',
        message: via === 'demo' ? `Paid invoice #${number}` : `Marked invoice #${number} as paid`,
      };
    case 'cancelled':
      return { type: 'invoice_cancelled', message: `Cancelled invoice #${number}` };
    case 'overdue':
      return {
        type: 'invoice_overdue',
        message: via ? `Marked invoice #${number} as overdue` : `Invoice #${number} is overdue`,
      };
    case 'pending':
      return { type: 'invoice_reopened', message: `Set invoice #${number} from ${before} back to pending` };
  }
}
