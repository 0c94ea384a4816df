import { z } from 'zod';
import { invoiceSchema } from '../invoices/invoices.schema.js';
import { projectSchema } from '../projects/projects.schema.js';

/** Nothing at all, or an empty object: a card's data cannot even arrive. */
export const paySchema = z.strictObject({}).optional().meta({ id: 'Pay' });

export const paymentSchema = z.object({ invoice: invoiceSchema, project: projectSchema }).meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof paymentSchema>;
