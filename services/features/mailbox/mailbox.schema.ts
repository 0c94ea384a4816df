import { z } from 'zod';
import { time } from '../../platform/http/fields.js';

/** The name that the mailer gives to a mail's file. */
export const mailId = z.string().regex(/^[A-Za-z0-9-]{1,200}$/);

export const mailSummarySchema = z
  .object({ id: mailId, from: z.string(), to: z.string(), subject: z.string(), keptAt: time })
  .meta({ id: 'MailSummary' });
export type MailSummary = z.infer<typeof mailSummarySchema>;

export const mailSchema = mailSummarySchema
  .extend({
    /** Address for replies; empty if they go to the sender. */
    replyTo: z.string(),
    text: z.string(),
    html: z.string(),
    attachments: z.array(z.object({ fileName: z.string(), sizeBytes: z.number().int() })),
  })
  .meta({ id: 'Mail' });
export type MailView = z.infer<typeof mailSchema>;
