import type { EntityManager } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { hasFinals } from '../files/files.service.js';
import { type OrderLine, sumOf } from '../orders/order-lines.lib.js';
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

/**
 * The lines of an invoice of that amount: those of the accepted quotes that are not paid yet. Empty when they do not add
 * up to the amount, because the engineer bills another sum, and when no quote has lines.
 */
export async function linesToBill(
  database: Pick<Tx, 'query'>,
  projectId: string,
  { currency }: Agreement,
  amountCents: number,
): Promise<OrderLine[]> {
  const quotes = await database.query<{ version: number; cents: number; lines: OrderLine[] }>(
    `SELECT version, amount_cents AS cents, lines FROM quotes
     WHERE project_id = $1 AND status = 'accepted' AND currency = $2 ORDER BY version`,
    [projectId, currency],
  );
  const [paid] = await database.query<{ cents: number }>(
    `SELECT coalesce(sum(amount_cents), 0)::float8 AS cents FROM invoices
     WHERE project_id = $1 AND status = 'paid' AND currency = $2`,
    [projectId, currency],
  );
  let settled = paid!.cents;
  while (quotes[0] && settled >= quotes[0].cents) settled -= quotes.shift()!.cents;
  if (settled > 0 || quotes.every(({ lines }) => lines.length === 0)) return [];
  const lines = quotes.flatMap(({ version, cents, lines }) =>
    lines.length > 0
      ? lines
      : [{ description: `As agreed in quote ${version}`, quantity: 1, unitCents: cents, ordered: null, trackIds: [] }],
  );
  return sumOf(lines) === amountCents ? lines : [];
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
