import { type ProjectStatus, projectStatuses } from '../../platform/domain-words.js';

/** An event in a project that may change its status. */
export type ProjectOccurrence =
  | 'quote_sent'
  | 'quote_declined'
  | 'quote_accepted'
  | 'masters_staged'
  | 'masters_published'
  | 'invoice_created'
  | 'invoice_cancelled'
  | 'invoice_paid'
  | 'payment_reverted'
  | 'finals_fetched';

interface Transition {
  /** The statuses that it changes; any other stays. */
  from: readonly ProjectStatus[];
  to: ProjectStatus;
}

const except = (...kept: ProjectStatus[]) => projectStatuses.filter((status) => !kept.includes(status));

/** The one table of automatic changes. `quote_declined` covers rejected and expired quotes; a payment is reverted by hand. */
const transitions: Record<ProjectOccurrence, Transition> = {
  quote_sent: { from: ['created'], to: 'quoted' },
  quote_declined: { from: ['quoted'], to: 'created' },
  quote_accepted: { from: ['created', 'quoted'], to: 'quote_accepted' },
  masters_staged: { from: ['created', 'quoted', 'quote_accepted'], to: 'in_progress' },
  masters_published: {
    from: ['created', 'quoted', 'quote_accepted', 'in_progress', 'awaiting_revision'],
    to: 'preview_ready',
  },
  invoice_created: { from: except('paid', 'delivered', 'approved'), to: 'awaiting_payment' },
  invoice_cancelled: { from: ['awaiting_payment'], to: 'preview_ready' },
  invoice_paid: { from: except('delivered', 'approved'), to: 'paid' },
  payment_reverted: { from: ['paid'], to: 'awaiting_payment' },
  finals_fetched: { from: ['paid'], to: 'delivered' },
};

/** The status after `occurrence`. `invoice` is the state of the project's current invoice; null without one. */
export function statusAfter(
  status: ProjectStatus,
  occurrence: ProjectOccurrence,
  invoice: 'open' | 'paid' | null = null,
): ProjectStatus {
  const billed = occurrence === 'masters_published' && invoice;
  if (billed === 'open') return status === 'delivered' ? status : 'awaiting_payment';
  const { from, to } = transitions[occurrence];
  if (!from.includes(status)) return status;
  // An invoice for extra work was cancelled, and the one before it is paid.
  const settled = occurrence === 'invoice_cancelled' && invoice === 'paid';
  return billed === 'paid' || settled ? 'paid' : to;
}
