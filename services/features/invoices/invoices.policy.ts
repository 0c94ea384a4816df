import type { Config } from '../../platform/config.js';
import type { InvoiceStatus, ProjectStatus } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import type { Project } from '../projects/project.entity.js';
import { canDecide, isItsEngineer } from '../projects/projects.policy.js';
import { invoiceState } from '../projects/projects.schema.js';
import type { InvoiceView } from './invoices.schema.js';

type Parties = Pick<Project, 'id' | 'studioId' | 'clientId'>;

/** Whether the invoice is still to be paid. */
export const isOpen = (status: InvoiceStatus): boolean => invoiceState(status) === 'open';

export const invoiceCan = (
  actor: Actor,
  project: Parties,
  status: InvoiceStatus,
  { demoPayments }: Pick<Config, 'demoPayments'>,
): InvoiceView['can'] => ({
  pay: demoPayments && canDecide(actor, project) && isOpen(status),
  setStatus: isItsEngineer(actor, project),
  remind: isItsEngineer(actor, project) && isOpen(status),
});

export interface InvoiceBlocker {
  code: string;
  message: string;
}

/** The parts of a project that decide about invoicing. Its status does not count, because engineers set it by hand. */
interface InvoicePrerequisites {
  quoteAccepted: boolean;
  /** Whether more is agreed than paid. Only then can another invoice follow a paid one. */
  moreAgreed: boolean;
  /** Whether there are finals for the client to hear. */
  hasFinals: boolean;
}

/** Statuses after which no previews are expected. */
const PAST_PREVIEWS: ProjectStatus[] = ['awaiting_payment', 'paid', 'delivered', 'approved'];

/** Why a project cannot be invoiced now; null when it can. */
export function invoiceBlocker(
  { invoiceStatus, status }: Pick<Project, 'invoiceStatus' | 'status'>,
  { quoteAccepted, moreAgreed, hasFinals }: InvoicePrerequisites,
): InvoiceBlocker | null {
  if (!quoteAccepted) {
    return { code: 'quote_not_accepted', message: 'A quote must be accepted before an invoice can be created.' };
  }
  if (invoiceStatus && !(invoiceStatus === 'paid' && moreAgreed))
    return { code: 'invoice_exists', message: 'This project already has an invoice.' };
  if (hasFinals) return null;
  return PAST_PREVIEWS.includes(status)
    ? { code: 'no_previews', message: 'Invoice workflow not available at this stage' }
    : { code: 'no_previews', message: 'Upload preview files before sending invoice' };
}
