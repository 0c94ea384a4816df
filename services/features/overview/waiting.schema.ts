import { z } from 'zod';
import { currencies } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';
import { nextSteps } from './next-step.js';

/** The next step of each of a client's projects. */
export const waitingSchema = z
  .object({
    steps: z.array(
      z
        .object({
          projectId: id,
          title: z.string(),
          step: z.enum(nextSteps),
          /** The masters or files that the step concerns; 0 if it does not concern any. */
          count: z.number().int(),
          /** The sum of a quote or invoice. */
          amountCents: z.number().int().nullable(),
          currency: z.enum(currencies).nullable(),
          /** When the quote expires, the invoice is due, or the newest master was released. */
          at: z.union([time, z.iso.date()]).nullable(),
          /** Whether the invoice is overdue. */
          overdue: z.boolean(),
        })
        .meta({ id: 'ProjectStep' }),
    ),
  })
  .meta({ id: 'Waiting' });
export type WaitingView = z.infer<typeof waitingSchema>;
