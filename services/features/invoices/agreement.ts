import type { EntityManager } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { hasFinals } from '../files/files.service.js';
import type { Project } from '../projects/project.entity.js';
import type { Quote } from '../quotes/quote.entity.js';
import { type InvoiceBlocker, invoiceBlocker } from './invoices.policy.js';

export interface Agreement {
  /** Currency of the quote that was accepted last. */
  currency: Quote['currency'];
  /** The sum of the accepted quotes in that currency minus the payments; at least 0. */
  openCents: number;
}

/** The agreement between client and studio; null when no quote was accepted. */
export async function agreement(database: Pick<Tx, 'query'>, projectId: string): Promise<Agreement | null> {
  const [agreed] = await database.query<Agreement>(
    `SELECT last.currency, greatest(0,
         (SELECT sum(amount_cents) FROM quotes
          WHERE project_id = $1 AND status = 'accepted' AND currency = last.currency)
         - coalesce((SELECT sum(amount_cents) FROM invoices
          WHERE project_id = $1 AND status = 'paid' AND currency = last.currency), 0))::float8 AS "openCents"
     FROM quotes last WHERE project_id = $1 AND status = 'accepted' ORDER BY version DESC LIMIT 1`,
    [projectId],
  );
  return agreed ?? null;
}

/** The reason why the project cannot be invoiced now; null if it can. */
export const blockerOf = async (
  manager: EntityManager,
  project: Project,
  agreed: Agreement | null,
): Promise<InvoiceBlocker | null> =>
  invoiceBlocker(project, {
    quoteAccepted: agreed !== null,
    moreAgreed: agreed !== null && agreed.openCents > 0,
    hasFinals: await hasFinals(manager, project.id),
  });
