import { z } from 'zod';
import { currencies } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';

const project = { projectId: id, title: z.string() };
const money = { amount: z.number(), amountCents: z.number().int(), currency: z.enum(currencies) };

/** Work that waits for a client, computed from the items themselves: a project's status may have been set by hand. */
export const waitingSchema = z
  .object({
    /** To be answered, the one that expires first before the others. */
    quotes: z.array(z.object({ ...project, ...money, quoteId: id, expiresAt: time })),
    /** To be paid, the longest due first. */
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
    /** Finals that came since the client last opened their project's files; the newest first. */
    previews: z.array(z.object({ ...project, files: z.number().int(), since: time })),
  })
  .meta({ id: 'Waiting' });
export type WaitingView = z.infer<typeof waitingSchema>;
