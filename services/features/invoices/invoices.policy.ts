import type { InvoiceStatus } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import { isItsClient, isItsEngineer } from '../projects/projects.policy.js';
import type { InvoiceView } from './invoices.schema.js';

type Parties = Pick<Project, 'studioId' | 'clientId'>;

/** Whether money is still waited for. */
export const isOpen = (status: InvoiceStatus): boolean => status === 'pending' || status === 'overdue';

export const invoiceCan = (actor: Actor, project: Parties, status: InvoiceStatus): InvoiceView['can'] => ({
  pay: isItsClient(actor, project) && isOpen(status),
  setStatus: isItsEngineer(actor, project),
  remind: isItsEngineer(actor, project) && isOpen(status),
});

export interface Hindrance {
  code: string;
  message: string;
}

const beforePreview: readonly Project['status'][] = ['created', 'quoted', 'quote_accepted', 'in_progress'];

/** Why a project cannot be invoiced now; null when it can. */
export function invoiceHindrance(
  { status, currentInvoiceId }: Pick<Project, 'status' | 'currentInvoiceId'>,
  quoteAccepted: boolean,
): Hindrance | null {
  if (!quoteAccepted) {
    return { code: 'quote_not_accepted', message: 'A quote must be accepted before an invoice can be created.' };
  }
  if (currentInvoiceId) return { code: 'invoice_exists', message: 'This project already has an invoice.' };
  if (beforePreview.includes(status)) {
    return { code: 'no_previews', message: 'Upload preview files before sending invoice' };
  }
  if (status !== 'preview_ready') {
    return { code: 'wrong_stage', message: 'Invoice workflow not available at this stage' };
  }
  return null;
}
