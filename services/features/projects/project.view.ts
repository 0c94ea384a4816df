import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { toAmount } from '../../platform/money.js';
import { hasLeft } from '../users/users.policy.js';
import type { Project } from './project.entity.js';
import { canSeeMoney, finalsUnlocked, projectCan } from './projects.policy.js';
import type { ProjectView } from './projects.schema.js';

interface ProjectFields extends Omit<
  Project,
  'albumRevision' | 'stagingRevision' | 'suggestedRevision' | 'archivedAt' | 'trashedAt' | 'trashedBy'
> {
  changesAsked: number;
}

/** The project as the actor sees it. */
export const projectView = (actor: Actor, project: ProjectFields): ProjectView => ({
  ...(canSeeMoney(actor, project) ? invoiceFields(project) : noInvoice),
  id: project.id,
  title: project.title,
  notes: project.notes,
  status: project.status,
  clientId: project.clientId,
  engineerId: project.engineerId,
  createdAt: isoTime(project.createdAt),
  updatedAt: isoTime(project.updatedAt),
  client_name: project.clientName,
  clientLeft: hasLeft(project.clientEmail),
  finalsUnlocked: finalsUnlocked(project),
  losslessListening: project.losslessListening,
  changesAsked: project.changesAsked,
  can: projectCan(actor, project),
});

const invoiceFields = (project: ProjectFields) => ({
  currentInvoiceId: project.currentInvoiceId,
  invoice_status: project.invoiceStatus,
  invoice_amount: project.invoiceAmountCents === null ? null : toAmount(project.invoiceAmountCents),
  invoice_amountCents: project.invoiceAmountCents,
  invoice_currency: project.invoiceCurrency,
  invoice_id: project.currentInvoiceId,
});

const noInvoice = {
  currentInvoiceId: null,
  invoice_status: null,
  invoice_amount: null,
  invoice_amountCents: null,
  invoice_currency: null,
  invoice_id: null,
};
