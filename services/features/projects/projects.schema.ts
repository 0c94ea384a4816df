import { z } from 'zod';
import {
  currencies,
  type InvoiceStatus,
  invoiceStatuses,
  manualStatuses,
  projectStatuses,
} from '../../platform/domain-words.js';
import { id, line, paragraph, requiredLine, time, wholeTexts } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';
import { newClientSchema } from '../users/users.schema.js';

/** Whether the current invoice is open or paid; null if it was cancelled or does not exist. */
export function invoiceState(status: InvoiceStatus | null): 'open' | 'paid' | null {
  if (status === 'paid') return 'paid';
  return status === 'pending' || status === 'overdue' ? 'open' : null;
}

export const projectSchema = z
  .object({
    id,
    title: z.string(),
    notes: z.string(),
    status: z.enum(projectStatuses),
    clientId: id,
    engineerId: id,
    createdAt: time,
    updatedAt: time,
    currentInvoiceId: id.nullable(),
    client_name: z.string(),
    /** Whether the client has deleted their account, so that notifications no longer reach them. */
    clientLeft: z.boolean(),
    /** Null for people who do not see invoices, like everything about the invoice. */
    invoice_status: z.enum(invoiceStatuses).nullable(),
    /** Major units. */
    invoice_amount: z.number().nullable(),
    invoice_amountCents: z.number().int().nullable(),
    invoice_currency: z.enum(currencies).nullable(),
    invoice_id: id.nullable(),
    /** Whether the client may download the finals, because they are paid for or the engineer has delivered them. */
    finalsUnlocked: z.boolean(),
    /**
     * Whether the client may listen to the finals as FLAC before that. Anyone who can listen to them can also save
     * them.
     */
    losslessListening: z.boolean(),
    /** Tracks of which changes were requested that no newer version has answered. */
    changesAsked: z.number().int(),
    can: z.object({
      update: z.boolean(),
      stage: z.boolean(),
      uploadOriginals: z.boolean(),
      uploadMasters: z.boolean(),
      downloadFinals: z.boolean(),
      comment: z.boolean(),
      /** Answer quotes, approve masters and pay. */
      decide: z.boolean(),
      /** See quotes and invoices. */
      seeMoney: z.boolean(),
      /** Invite people, change their roles and remove them. */
      invite: z.boolean(),
    }),
  })
  .meta({ id: 'Project' });
export type ProjectView = z.infer<typeof projectSchema>;

const { title } = wholeTexts({ title: requiredLine(200, 'Title is required') });

export const createProjectSchema = z
  .object({
    title,
    notes: paragraph(20_000).default(''),
    clientId: id.optional(),
    client: newClientSchema.optional(),
    engineerId: id.optional(),
  })
  .refine((body) => (body.clientId === undefined) !== (body.client === undefined), {
    message: 'Choose a client or name a new one',
    path: ['clientId'],
  })
  .meta({ id: 'CreateProject' });
export type CreateProject = z.infer<typeof createProjectSchema>;

export const updateProjectSchema = z
  .object({
    title: title.optional(),
    notes: paragraph(20_000).optional(),
    status: z.enum(manualStatuses).optional(),
    losslessListening: z.boolean().optional(),
  })
  .meta({ id: 'UpdateProject' });
export type UpdateProject = z.infer<typeof updateProjectSchema>;

/** The title as typed by the user; it must equal the project's title. */
export const deleteProjectSchema = z.object({ title: line(200) }).meta({ id: 'DeleteProject' });
export type DeleteProject = z.infer<typeof deleteProjectSchema>;

export const deletedProjectSchema = z
  .object({
    id,
    title: z.string(),
    client_name: z.string(),
    files: z.number().int(),
    bytes: z.number().int(),
    deletedBy: z.string().nullable(),
    deletedAt: time,
    /** Time at which it is deleted for good. */
    endsAt: time,
  })
  .meta({ id: 'DeletedProject' });
export type DeletedProject = z.infer<typeof deletedProjectSchema>;

export const projectListQuery = pageQuery.extend({
  search: line(200).optional(),
  status: z.enum(projectStatuses).optional(),
  /** `none` stands for projects without an invoice. */
  invoiceStatus: z.enum([...invoiceStatuses, 'none']).optional(),
  sort: z.enum(['createdAt', 'updatedAt', 'title', 'status', 'client_name']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type ProjectListQuery = z.infer<typeof projectListQuery>;
