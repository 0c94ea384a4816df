import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { formatMoney } from '../../platform/money.js';
import { hasFinals } from '../files/files.service.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { invoiceCancelled, invoiceCreated, invoicePaid, paymentReverted } from '../invoices/invoices.events.js';
import { isOpen } from '../invoices/invoices.policy.js';
import { finalsUnlocked } from '../projects/projects.policy.js';
import { Notifier } from './notifier.service.js';

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

/** Notifies clients and engineers of invoices and payments. */
@Injectable()
export class InvoiceNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  @On(invoiceCreated, { queue: 'news' })
  async created(
    { invoiceId, projectId, actorId }: Payload<typeof invoiceCreated>,
    context: HandlerContext,
  ): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(invoiceId);
    if (status === 'cancelled') return;
    await this.news.tell(context, {
      projectId,
      actorId,
      about: { invoiceId },
      to: 'deciders',
      type: 'new_invoice',
      message: ({ title }) => `Invoice #${number} for “${title}”: ${formatMoney(amountCents, currency)}`,
    });
  }

  /** Notifies the engineer of the client's payment. */
  @On(invoicePaid, { queue: 'news' })
  async paid(payment: Payload<typeof invoicePaid>, context: HandlerContext): Promise<void> {
    const { invoiceId, projectId, actorId, byHand } = payment;
    const { number, amountCents, currency, status } = await this.invoice(invoiceId);
    if (status !== 'paid' || byHand) return;
    await this.news.tell(context, {
      projectId,
      actorId,
      about: { invoiceId },
      to: 'engineer',
      type: 'invoice_paid',
      message: ({ title }, name) =>
        `${name} paid invoice #${number} for “${title}”: ${formatMoney(amountCents, currency)}`,
    });
  }

  /** Confirms the payment to the client, also their own, with the way to what it unlocks. */
  @On(invoicePaid, { queue: 'news' })
  async confirmed({ invoiceId, projectId }: Payload<typeof invoicePaid>, context: HandlerContext): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(invoiceId);
    if (status !== 'paid') return;
    const ready = await hasFinals(this.database.manager, projectId);
    await this.news.tell(context, {
      projectId,
      actorId: null,
      about: { invoiceId },
      to: 'deciders',
      type: 'invoice_paid',
      message: (project) =>
        ready && finalsUnlocked(project)
          ? `Invoice #${number} is paid: your finals of “${project.title}” are ready`
          : `Invoice #${number} for “${project.title}” is paid: ${formatMoney(amountCents, currency)}`,
    });
  }

  @On(invoiceCancelled, { queue: 'news' })
  async cancelled(event: Payload<typeof invoiceCancelled>, context: HandlerContext): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(event.invoiceId);
    if (status !== 'cancelled') return;
    await this.news.tell(context, {
      projectId: event.projectId,
      actorId: event.actorId,
      about: { invoiceId: event.invoiceId },
      to: 'deciders',
      type: 'project_status_updated',
      message: ({ title }) =>
        `Invoice #${number} for “${title}” was cancelled: ${formatMoney(amountCents, currency)} is no longer due`,
    });
  }

  @On(paymentReverted, { queue: 'news' })
  async reverted(event: Payload<typeof paymentReverted>, context: HandlerContext): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(event.invoiceId);
    if (!isOpen(status)) return;
    await this.news.tell(context, {
      projectId: event.projectId,
      actorId: event.actorId,
      about: { invoiceId: event.invoiceId },
      to: 'deciders',
      type: 'project_status_updated',
      message: ({ title }) =>
        `The payment of invoice #${number} for “${title}” was reversed: ${formatMoney(amountCents, currency)} is due again`,
    });
  }

  private invoice(id: string): Promise<Invoice> {
    return this.database.manager.findOneByOrFail(Invoice, { id });
  }
}
