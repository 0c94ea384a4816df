import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';

const project = { projectId: id, title: z.string(), client_name: z.string() };
const money = { amount: z.number(), amountCents: z.number().int(), currency: z.string() };

/** Open work in an engineer's studio: the number of items of each kind, and the most urgent ones. */
export const overviewSchema = z
  .object({
    /** Projects whose clients asked for changes of masters that no newer version has answered. */
    changes: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, files: z.number().int(), latest: z.string(), latestAt: time })),
    }),
    /** Projects with originals since the caller last opened the project's timeline. */
    originals: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, files: z.number().int(), latestAt: time })),
    }),
    /** Projects with staged files without a slot. */
    undecided: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, files: z.number().int() })),
    }),
    /** Projects that are paid and not delivered. */
    paid: z.object({ count: z.number().int(), items: z.array(z.object(project)) }),
    /** Projects with released masters that have no verdict, while they are not delivered. */
    unanswered: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, files: z.number().int(), latestAt: time })),
    }),
    /** Quotes that the client has not answered; the one that expires first comes first. */
    quotes: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, ...money, expiresAt: time })),
    }),
    /** Pending and overdue invoices; the earliest due date comes first. */
    invoices: z.object({
      count: z.number().int(),
      overdueCount: z.number().int(),
      items: z.array(
        z.object({
          ...project,
          ...money,
          invoiceId: id,
          status: z.enum(['pending', 'overdue']),
          dueDate: z.iso.date(),
        }),
      ),
    }),
    /** Projects with complete tracks whose staged masters have not been released. */
    ready: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, tracks: z.number().int() })),
    }),
    /** Clients' comments since the caller last opened the project's timeline; `count` counts comments. */
    comments: z.object({
      count: z.number().int(),
      items: z.array(z.object({ ...project, comments: z.number().int(), latest: z.string(), latestAt: time })),
    }),
  })
  .meta({ id: 'Overview' });
export type OverviewView = z.infer<typeof overviewSchema>;
