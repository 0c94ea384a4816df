import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { toAmount } from '../../platform/money.js';
import type { Project } from '../projects/project.entity.js';
import type { Quote } from './quote.entity.js';
import { quoteCan, statusAt } from './quotes.policy.js';
import type { QuoteView } from './quotes.schema.js';

/** The quote as the actor sees it at the given time. */
export const quoteView = (actor: Actor, quote: Quote, project: Project, now: Date): QuoteView => ({
  id: quote.id,
  projectId: quote.projectId,
  version: quote.version,
  status: statusAt(quote, now),
  isCurrent: quote.isCurrent,
  amount: toAmount(quote.amountCents),
  amountCents: quote.amountCents,
  currency: quote.currency,
  lines: quote.lines,
  notes: quote.notes,
  expiresAt: isoTime(quote.expiresAt),
  createdAt: isoTime(quote.createdAt),
  isRevision: quote.parentQuoteId !== null,
  parentQuoteId: quote.parentQuoteId,
  rejectReason: quote.rejectReason,
  can: quoteCan(actor, quote, project, now),
});
