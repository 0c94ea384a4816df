import { z } from 'zod';
import { invoiceSchema } from '../invoices/invoices.schema.js';
import { projectSchema } from '../projects/projects.schema.js';

/** No body or an empty object, so that card data is never received. */
export const paySchema = z.strictObject({}).optional().meta({ id: 'Pay' });

export const paymentSchema = z.object({ invoice: invoiceSchema, project: projectSchema }).meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof paymentSchema>;
