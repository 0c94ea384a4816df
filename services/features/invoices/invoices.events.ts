import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

export const invoiceCreated = defineEvent('invoices.created', z.object({ invoiceId: id, projectId: id, actorId: id }));

/** The engineer cancelled an invoice. */
export const invoiceCancelled = defineEvent(
  'invoices.cancelled',
  z.object({ invoiceId: id, projectId: id, actorId: id }),
);

/** The engineer reverted a payment, so the invoice is open again. */
export const paymentReverted = defineEvent(
  'invoices.payment-reverted',
  z.object({ invoiceId: id, projectId: id, actorId: id }),
);

/** `byHand` when the engineer marked it as paid; otherwise the client paid. */
export const invoicePaid = defineEvent(
  'invoices.paid',
  z.object({ invoiceId: id, projectId: id, actorId: id, byHand: z.boolean() }),
);
