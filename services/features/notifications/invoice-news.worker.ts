import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Database } from '../../platform/database/database.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { formatMoney } from '../../platform/money.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { invoiceCancelled, invoiceCreated, invoicePaid, paymentReverted } from '../invoices/invoices.events.js';
import { isOpen } from '../invoices/invoices.policy.js';
import { Notifier } from './notifier.service.js';

type Payload<E extends { schema: z.ZodType }> = z.output<E['schema']>;

/** Notifies clients and engineers of invoices and payments. */
@Injectable()
export class InvoiceNewsWorker {
  constructor(
    private readonly database: Database,
    private readonly news: Notifier,
  ) {}

  @On(invoiceCreated, { queue: 'default' })
  async created(
    { invoiceId, projectId, actorId }: Payload<typeof invoiceCreated>,
    context: HandlerContext,
  ): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(invoiceId);
    if (status === 'cancelled') return;
    await this.news.tell(context, {
      projectId,
      actorId,
      invoiceId,
      to: 'client',
      type: 'new_invoice',
      message: ({ title }) => `Invoice #${number} for “${title}”: ${formatMoney(amountCents, currency)}`,
    });
  }

  /** Notifies the engineer of the client's payment, and the client of a payment that the engineer has marked. */
  @On(invoicePaid, { queue: 'default' })
  async paid(payment: Payload<typeof invoicePaid>, context: HandlerContext): Promise<void> {
    const { invoiceId, projectId, actorId, byHand } = payment;
    const { number, amountCents, currency, status } = await this.invoice(invoiceId);
    if (status !== 'paid') return;
    const shared = { projectId, actorId, invoiceId };
    if (byHand) {
      await this.news.tell(context, {
        ...shared,
        to: 'client',
        type: 'project_status_updated',
        message: ({ title }) => `Invoice #${number} for “${title}” was marked as paid`,
      });
      return;
    }
    await this.news.tell(context, {
      ...shared,
      to: 'engineer',
      type: 'invoice_paid',
      message: ({ title }, name) =>
        `${name} paid invoice #${number} for “${title}”: ${formatMoney(amountCents, currency)}`,
    });
  }

  @On(invoiceCancelled, { queue: 'default' })
  async cancelled(event: Payload<typeof invoiceCancelled>, context: HandlerContext): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(event.invoiceId);
    if (status !== 'cancelled') return;
    await this.news.tell(context, {
      ...event,
      to: 'client',
      type: 'project_status_updated',
      message: ({ title }) =>
        `Invoice #${number} for “${title}” was cancelled: ${formatMoney(amountCents, currency)} is no longer due`,
    });
  }

  @On(paymentReverted, { queue: 'default' })
  async reverted(event: Payload<typeof paymentReverted>, context: HandlerContext): Promise<void> {
    const { number, amountCents, currency, status } = await this.invoice(event.invoiceId);
    if (!isOpen(status)) return;
    await this.news.tell(context, {
      ...event,
      to: 'client',
      type: 'project_status_updated',
      message: ({ title }) =>
        `The payment of invoice #${number} for “${title}” was reversed: ${formatMoney(amountCents, currency)} is due again`,
    });
  }

  private invoice(id: string): Promise<Invoice> {
    return this.database.manager.findOneByOrFail(Invoice, { id });
  }
}
