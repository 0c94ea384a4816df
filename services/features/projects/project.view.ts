import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { toAmount } from '../../platform/money.js';
import { hasLeft } from '../users/users.policy.js';
import type { Project } from './project.entity.js';
import { finalsUnlocked, projectCan } from './projects.policy.js';
import type { ProjectView } from './projects.schema.js';

type ProjectFields = Omit<Project, 'stagingRevision' | 'suggestedRevision' | 'archivedAt' | 'trashedAt' | 'trashedBy'>;

/** The project as the actor sees it. */
export const projectView = (actor: Actor, project: ProjectFields): ProjectView => ({
  id: project.id,
  title: project.title,
  notes: project.notes,
  status: project.status,
  clientId: project.clientId,
  engineerId: project.engineerId,
  createdAt: isoTime(project.createdAt),
  updatedAt: isoTime(project.updatedAt),
  currentInvoiceId: project.currentInvoiceId,
  client_name: project.clientName,
  clientLeft: hasLeft(project.clientEmail),
  invoice_status: project.invoiceStatus,
  invoice_amount: project.invoiceAmountCents === null ? null : toAmount(project.invoiceAmountCents),
  invoice_amountCents: project.invoiceAmountCents,
  invoice_currency: project.invoiceCurrency,
  invoice_id: project.currentInvoiceId,
  finalsUnlocked: finalsUnlocked(project),
  losslessListening: project.losslessListening,
  can: projectCan(actor, project),
});
