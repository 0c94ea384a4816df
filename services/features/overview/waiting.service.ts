import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import type { Currency } from '../../platform/domain-words.js';
import { forbidden } from '../../platform/errors.js';
import { type Actor, isEngineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { toAmount } from '../../platform/money.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import type { WaitingView } from './waiting.schema.js';

const MOST_SHOWN = 50;

interface WaitingPlace {
  projectId: string;
  title: string;
}
interface Sum {
  amountCents: number;
  currency: Currency;
}

@Injectable()
export class WaitingService {
  constructor(private readonly database: Database) {}

  /** @throws AppError 403 for engineers, who have their own overview. */
  async get(actor: Actor): Promise<WaitingView> {
    if (isEngineer(actor)) throw forbidden('This page is only available to clients.');
    const [quotes, invoices, previews] = await Promise.all([
      this.quotes(actor),
      this.invoices(actor),
      this.previews(actor),
    ]);
    return { quotes, invoices, previews };
  }

  private async quotes({ userId, barredFrom }: Actor): Promise<WaitingView['quotes']> {
    const rows = await this.database.query<WaitingPlace & Sum & { quoteId: string; expiresAt: Date }>(
      `SELECT p.id AS "projectId", p.title, q.id AS "quoteId", q.amount_cents AS "amountCents", q.currency,
              q.expires_at AS "expiresAt"
       FROM ${LIVE_PROJECTS} p JOIN quotes q ON q.project_id = p.id
       WHERE p.client_id = $1 AND p.studio_id <> ALL($4::uuid[]) AND q.is_current AND q.status = 'pending' AND q.expires_at > $2
       ORDER BY q.expires_at, q.id LIMIT $3`,
      [userId, clock.now(), MOST_SHOWN, barredFrom],
    );
    return rows.map((row) => ({ ...row, amount: toAmount(row.amountCents), expiresAt: isoTime(row.expiresAt) }));
  }

  private async invoices({ userId, barredFrom }: Actor): Promise<WaitingView['invoices']> {
    const rows = await this.database.query<
      WaitingPlace & Sum & { invoiceId: string; number: number; status: 'pending' | 'overdue'; dueDate: string }
    >(
      `SELECT p.id AS "projectId", p.title, i.id AS "invoiceId", i.number, i.status,
              i.amount_cents AS "amountCents", i.currency, i.due_date::text AS "dueDate"
       FROM ${LIVE_PROJECTS} p JOIN invoices i ON i.id = p.current_invoice_id
       WHERE p.client_id = $1 AND p.studio_id <> ALL($3::uuid[]) AND i.status IN ('pending', 'overdue')
       ORDER BY i.due_date, i.id LIMIT $2`,
      [userId, MOST_SHOWN, barredFrom],
    );
    return rows.map((row) => ({ ...row, amount: toAmount(row.amountCents) }));
  }

  private async previews({ userId, barredFrom }: Actor): Promise<WaitingView['previews']> {
    const rows = await this.database.query<WaitingPlace & { files: number; since: Date }>(
      `SELECT p.id AS "projectId", p.title, unheard.files, unheard.since
       FROM ${LIVE_PROJECTS} p LEFT JOIN project_visits v ON v.project_id = p.id AND v.user_id = $1
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS files, max(completed_at) AS since FROM files
         WHERE project_id = p.id AND file_type <> 'upload' AND deleted_at IS NULL
           AND completed_at > coalesce(v.visited_at, '-infinity')
       ) unheard
       WHERE p.client_id = $1 AND p.studio_id <> ALL($3::uuid[]) AND unheard.files > 0
       ORDER BY unheard.since DESC, p.id LIMIT $2`,
      [userId, MOST_SHOWN, barredFrom],
    );
    return rows.map((row) => ({ ...row, since: isoTime(row.since) }));
  }
}
