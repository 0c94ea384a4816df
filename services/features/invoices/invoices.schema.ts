import { z } from 'zod';
import { currencies, invoiceStatuses } from '../../platform/domain-words.js';
import { id, line, message, paragraph, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { amountField } from '../../platform/money.js';
import { orderLineSchema } from '../orders/order-line.schema.js';

const currency = z.enum(currencies);
const cents = z.number().int();
const date = z.iso.date();
/** Reminders are sent up to two months later, and dates in replies end with the year 9999. */
const LAST_DUE_DATE = '2999-12-31';

export const invoiceSchema = z
  .object({
    id,
    projectId: id,
    /** Counts from 1 in each studio, without gaps. */
    number: z.number().int(),
    status: z.enum(invoiceStatuses),
    amount: z.number(),
    amountCents: cents,
    currency,
    /** The lines of the quotes that it bills; empty for a bare sum. */
    lines: z.array(orderLineSchema),
    /** In the studio's time zone. */
    dueDate: date,
    notes: z.string(),
    projectTitle: z.string(),
    /** As shown on the invoice. */
    clientName: z.string(),
    createdAt: time,
    paidAt: time.nullable(),
    /** `demo`: by the client on the payment page; `hand`: marked by the engineer. */
    paidVia: z.enum(['demo', 'hand']).nullable(),
    remindersPaused: z.boolean(),
    /** The studio's payment instructions; null while it has none. */
    paymentInstructions: z.string().nullable(),
    /** The project was delivered, so its finals stay unlocked whatever becomes of the payment. */
    isDelivered: z.boolean(),
    can: z.object({ pay: z.boolean(), setStatus: z.boolean(), remind: z.boolean() }),
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof invoiceSchema>;

const NO_DATE = 'The due date must be a date such as 2026-01-31';

export const createInvoiceSchema = z
  .object({
    projectId: id,
    amount: amountField,
    due_date: z.iso
      .date(NO_DATE)
      .refine((date) => date <= LAST_DUE_DATE, 'The due date is too far away')
      .meta(message(NO_DATE)),
    notes: paragraph(5_000).default(''),
  })
  .meta({ id: 'CreateInvoice' });
export type CreateInvoice = z.infer<typeof createInvoiceSchema>;

export const setInvoiceStatusSchema = z.object({ status: z.enum(invoiceStatuses) }).meta({ id: 'SetInvoiceStatus' });
export type SetInvoiceStatus = z.infer<typeof setInvoiceStatusSchema>;

export const invoiceListQuery = pageQuery.extend({
  status: z.enum(invoiceStatuses).optional(),
  projectId: id.optional(),
  /** Matches the project's title, the client's name or e-mail address, or the complete invoice number. */
  search: line(200).optional(),
});
export type InvoiceListQuery = z.infer<typeof invoiceListQuery>;

/** Initial values for a project's next invoice, or the reason why it cannot be created now. */
export const invoiceDraftSchema = z
  .object({
    allowed: z.boolean(),
    /** Null when allowed. */
    reason: z.string().nullable(),
    /** Amount of the accepted quote. */
    amount: z.number().nullable(),
    amountCents: cents.nullable(),
    currency,
    /** The lines that an invoice of this amount gets. */
    lines: z.array(orderLineSchema),
    dueDate: date,
    /** Today in the studio's time zone; the earliest possible due date. */
    today: date,
  })
  .meta({ id: 'InvoiceDraft' });
export type InvoiceDraft = z.infer<typeof invoiceDraftSchema>;

/** Sums of the studio's invoices in its own currency; days and weeks (from Monday) are those of its time zone. */
export const invoiceMetricsSchema = z
  .object({
    currency,
    totalPending: z.number(),
    totalPendingCents: cents,
    pendingCount: z.number().int(),
    totalOverdue: z.number(),
    totalOverdueCents: cents,
    overdueCount: z.number().int(),
    paidToday: z.number(),
    paidTodayCents: cents,
    /** Today and the six days before it. */
    paidLast7Days: z.number(),
    paidLast7DaysCents: cents,
    /** Today and the 29 days before it. */
    paidLast30Days: z.number(),
    paidLast30DaysCents: cents,
    /** Twelve weeks, the oldest first; the last is the present one. */
    paidByWeek: z.array(z.object({ weekStart: date, amount: z.number(), amountCents: cents })),
    /** Open invoices, and those paid in the twelve weeks, that are in another currency and not in these sums. */
    otherCurrencies: z.array(z.object({ currency, count: z.number().int() })),
  })
  .meta({ id: 'InvoiceMetrics' });
export type InvoiceMetrics = z.infer<typeof invoiceMetricsSchema>;
