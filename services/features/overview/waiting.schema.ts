import { z } from 'zod';
import { currencies } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';

const project = { projectId: id, title: z.string() };
const money = { amount: z.number(), amountCents: z.number().int(), currency: z.enum(currencies) };

/**
 * Open work for a client. It is computed from the items themselves, because a project's status may have been set by
 * hand.
 */
export const waitingSchema = z
  .object({
    /** Quotes to answer; the one that expires first comes first. */
    quotes: z.array(z.object({ ...project, ...money, quoteId: id, expiresAt: time })),
    /** Invoices to pay; the earliest due date comes first. */
    invoices: z.array(
      z.object({
        ...project,
        ...money,
        invoiceId: id,
        number: z.number().int(),
        status: z.enum(['pending', 'overdue']),
        dueDate: z.iso.date(),
      }),
    ),
    /** Finals added since the client last opened the project's files, newest first. */
    previews: z.array(z.object({ ...project, files: z.number().int(), since: time })),
  })
  .meta({ id: 'Waiting' });
export type WaitingView = z.infer<typeof waitingSchema>;
