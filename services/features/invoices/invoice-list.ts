import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Config } from '../../platform/config.js';
import { selectRows } from '../../platform/database/rows.js';
import type { Currency, InvoiceStatus } from '../../platform/domain-words.js';
import type { Actor } from '../../platform/http/actor.js';
import { id, isoTime } from '../../platform/http/fields.js';
import { cutPage, decodeCursor, type Page } from '../../platform/http/page.js';
import { toAmount } from '../../platform/money.js';
import type { OrderLine } from '../orders/order-lines.lib.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { decidesIn } from '../projects/projects.policy.js';
import type { PaidVia } from './invoice.entity.js';
import { invoiceCan } from './invoices.policy.js';
import type { InvoiceListQuery, InvoiceView } from './invoices.schema.js';

interface InvoiceRow {
  id: string;
  projectId: string;
  studioId: string;
  clientId: string;
  number: number;
  status: InvoiceStatus;
  amountCents: number;
  currency: Currency;
  lines: OrderLine[];
  dueDate: string;
  notes: string;
  projectTitle: string;
  clientName: string;
  createdAt: Date;
  createdMicros: string;
  paidAt: Date | null;
  paidVia: PaidVia | null;
  remindersPaused: boolean;
  paymentInstructions: string;
  isDelivered: boolean;
}

/** Whether clients pay on the demo payment page. */
type Demo = Pick<Config, 'demoPayments'>;

const SELECT = `
  SELECT i.id, i.project_id AS "projectId", i.studio_id AS "studioId", p.client_id AS "clientId", i.number, i.status,
         i.amount_cents AS "amountCents", i.currency, i.lines, i.due_date::text AS "dueDate", i.notes, p.title AS "projectTitle",
         i.recipient ->> 'name' AS "clientName", i.created_at AS "createdAt", i.paid_at AS "paidAt",
         i.paid_via AS "paidVia", i.reminders_paused AS "remindersPaused",
         s.payment_instructions AS "paymentInstructions", p.status = 'delivered' AS "isDelivered",
         (EXTRACT(EPOCH FROM i.created_at) * 1000000)::bigint::text AS "createdMicros"
  FROM invoices i JOIN ${LIVE_PROJECTS} p ON p.id = i.project_id JOIN studios s ON s.id = i.studio_id`;

/** Must match the expression of the index `projects_search`. */
const searched = `(title || E'\\n' || client_name || E'\\n' || client_email)`;

const cursorSchema = z.tuple([z.string().regex(/^\d{1,16}$/), id]);

/** The invoice as the actor sees it; the caller has checked access. Null if there is none. */
export async function readInvoice(
  manager: EntityManager,
  actor: Actor,
  invoiceId: string,
  demo: Demo,
): Promise<InvoiceView | null> {
  const [row] = await selectRows<InvoiceRow>(manager, `${SELECT} WHERE i.id = $1`, [invoiceId]);
  return row ? invoiceView(actor, row, demo) : null;
}

/** One page of the invoices of the engineer's studio, or of the projects in which the client decides; newest first. */
export async function listInvoices(
  manager: EntityManager,
  actor: Actor,
  { limit, cursor, status, projectId, search }: InvoiceListQuery,
  demo: Demo,
): Promise<Page<InvoiceView>> {
  const [beforeMicros, beforeId] = cursor ? decodeCursor(cursor, cursorSchema) : [null, null];
  const isEngineer = actor.role === 'engineer';
  const own = isEngineer ? 'i.studio_id = $1' : '(p.client_id = $1 OR p.id = ANY($10::uuid[]))';
  const ownProjects = isEngineer ? 'studio_id = $1' : '(client_id = $1 OR id = ANY($10::uuid[]))';
  const rows = await selectRows<InvoiceRow>(
    manager,
    `${SELECT}
     WHERE ${own} AND $10::uuid[] IS NOT NULL AND i.studio_id <> ALL($9::uuid[])
       AND ($2::text IS NULL OR i.status = $2)
       AND ($3::uuid IS NULL OR i.project_id = $3)
       AND ($4::text IS NULL OR i.number::text = $5
         OR i.project_id IN (SELECT id FROM ${LIVE_PROJECTS} projects WHERE ${ownProjects} AND ${searched} ILIKE $4))
       AND ($6::bigint IS NULL
         OR (i.created_at, i.id) < (TIMESTAMPTZ 'epoch' + $6 * INTERVAL '1 microsecond', $7::uuid))
     ORDER BY i.created_at DESC, i.id DESC LIMIT $8`,
    [
      isEngineer ? actor.studioId : actor.userId,
      status ?? null,
      projectId ?? null,
      search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null,
      search?.replace(/^#/, '') ?? null,
      beforeMicros,
      beforeId,
      limit + 1,
      actor.barredFrom,
      decidesIn(actor),
    ],
  );
  return cutPage(
    rows,
    limit,
    (row) => invoiceView(actor, row, demo),
    (row) => [row.createdMicros, row.id],
  );
}

function invoiceView(actor: Actor, row: InvoiceRow, demo: Demo): InvoiceView {
  const { createdAt, paidAt, amountCents, status } = row;
  return {
    ...row,
    amount: toAmount(amountCents),
    createdAt: isoTime(createdAt),
    paidAt: paidAt && isoTime(paidAt),
    paymentInstructions: row.paymentInstructions || null,
    can: invoiceCan(actor, { ...row, id: row.projectId }, status, demo),
  };
}
