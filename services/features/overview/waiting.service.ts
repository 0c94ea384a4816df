import { Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import type { Currency, InvoiceStatus, ProjectStatus, QuoteStatus } from '../../platform/domain-words.js';
import { forbidden } from '../../platform/errors.js';
import { type Actor, isEngineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { changesAskedIn, UNANSWERED } from '../projects/asked-changes.lib.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { decidesIn, finalsUnlocked, invitedTo } from '../projects/projects.policy.js';
import { statusAt } from '../quotes/quotes.policy.js';
import { nextStepOf, type ProjectProgress } from './next-step.js';
import type { WaitingView } from './waiting.schema.js';

/** The most recently changed projects; older ones have no next step any more. */
const MAX_PROJECTS = 500;

interface ProgressRow extends Omit<ProjectProgress, 'quoted' | 'unquoted' | 'closed' | 'unlocked' | 'invoiceStatus'> {
  /** Whether the actor answers quotes, approves, pays and sends mixes in this project. */
  decides: boolean;
  projectId: string;
  title: string;
  status: ProjectStatus;
  invoiceStatus: InvoiceStatus | null;
  invoiceAmountCents: number | null;
  invoiceCurrency: Currency | null;
  dueDate: string | null;
  /** The status of the current quote. */
  quoteStatus: QuoteStatus | null;
  quoteAmountCents: number | null;
  quoteCurrency: Currency | null;
  quoteExpiresAt: Date | null;
  releasedAt: Date | null;
}

/**
 * Files that are delivered besides the masters only count as files to download. A track's masters are its newest release, in all formats: hearing, downloading or answering one of them counts for the
 * track.
 */
const PROGRESS = `
  SELECT p.client_id = $1 OR p.id = ANY($5::uuid[]) AS decides, p.id AS "projectId", p.title, p.status, p.invoice_status AS "invoiceStatus",
    p.invoice_amount_cents AS "invoiceAmountCents", p.invoice_currency AS "invoiceCurrency", i.due_date::text AS "dueDate",
    q.status AS "quoteStatus", q.amount_cents AS "quoteAmountCents", q.currency AS "quoteCurrency", q.expires_at AS "quoteExpiresAt",
    (SELECT count(*)::int FROM files WHERE project_id = p.id AND file_type = 'upload'
       AND completed_at IS NOT NULL AND deleted_at IS NULL) AS originals,
    (SELECT count(*)::int FROM tracks t WHERE t.project_id = p.id AND NOT EXISTS (
       SELECT FROM files WHERE track_id = t.id AND file_type <> 'upload' AND deliverable IS NULL
         AND completed_at IS NOT NULL AND deleted_at IS NULL)) AS unmastered,
    ${changesAskedIn('p.id')} AS "changesAsked",
    masters.*
  FROM ${LIVE_PROJECTS} p
    LEFT JOIN invoices i ON i.id = p.current_invoice_id
    LEFT JOIN quotes q ON q.project_id = p.id AND q.is_current
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE is_heard))::int AS masters,
        (count(*) FILTER (WHERE is_heard AND NOT heard))::int AS unheard,
        (count(*) FILTER (WHERE is_heard AND heard AND NOT answered AND NOT approved AND NOT asked))::int AS unanswered,
        (count(*) FILTER (WHERE is_heard AND answered AND NOT approved AND NOT asked))::int AS "awaitingOthers",
        coalesce(sum("notFetched"), 0)::int AS "notFetched", max(at) AS "releasedAt"
      FROM (
        SELECT bool_or(is_heard) AS is_heard, bool_or(newest AND (l.heard_at IS NOT NULL OR d.completed_at IS NOT NULL OR own.verdict IS NOT NULL OR a.user_id IS NOT DISTINCT FROM $1)) AS heard,
          coalesce(bool_or(newest AND own.verdict IS NOT NULL), false) AS answered,
          coalesce(bool_or(newest AND a.verdict = 'approved'), false) AS approved,
          coalesce(bool_or(a.verdict = 'changes_requested' AND ${UNANSWERED}), false) AS asked,
          count(*) FILTER (WHERE d.completed_at IS NULL) AS "notFetched", max(f.created_at) AS at
        FROM (
          SELECT files.id, project_id, track_id, slot_type, files.created_at, own.track, deliverable IS NULL AS is_heard,
            files.created_at = max(files.created_at) OVER (PARTITION BY own.track) AS newest
          FROM files, LATERAL (
            SELECT coalesce(CASE WHEN deliverable IS NULL THEN track_id END, files.id) AS track) own
          WHERE project_id = p.id AND file_type <> 'upload' AND completed_at IS NOT NULL AND deleted_at IS NULL
            AND NOT EXISTS (
              SELECT FROM files newer WHERE newer.parent_file_id = files.id
                AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
        ) f
          LEFT JOIN listens l ON l.file_id = f.id AND l.user_id = $1
          LEFT JOIN file_downloads d ON d.file_id = f.id AND d.user_id = $1
          LEFT JOIN approvals a ON a.file_id = f.id
          LEFT JOIN verdicts own ON own.file_id = f.id AND own.user_id = $1
        GROUP BY f.track
      ) tracks
    ) masters
  WHERE (p.client_id = $1 OR p.id = ANY($4::uuid[])) AND p.studio_id <> ALL($2::uuid[])
  ORDER BY p.updated_at DESC, p.id LIMIT $3`;

@Injectable()
export class WaitingService {
  constructor(private readonly database: Database) {}

  /** @throws AppError 403 for engineers, who have their own overview. */
  async get(actor: Actor): Promise<WaitingView> {
    if (isEngineer(actor)) throw forbidden('This page is only available to clients.');
    const { userId, barredFrom } = actor;
    const rows = await this.database.query<ProgressRow>(PROGRESS, [
      userId,
      barredFrom,
      MAX_PROJECTS,
      invitedTo(actor),
      decidesIn(actor),
    ]);
    const now = clock.now();
    return { steps: rows.map((row) => stepView(row.decides ? row : withoutDecisions(row), now)) };
  }
}

/** The progress for a person who only listens or comments: all they have to do is to hear the masters. */
const withoutDecisions = (row: ProgressRow): ProgressRow => ({
  ...row,
  quoteStatus: null,
  invoiceStatus: null,
  originals: 1,
  unanswered: 0,
  awaitingOthers: 0,
  notFetched: 0,
});

/** Statuses of projects that have not gone on without a quote. */
const BEFORE_QUOTE: ProjectStatus[] = ['created', 'quoted'];

function stepView(row: ProgressRow, now: Date): WaitingView['steps'][number] {
  const { projectId, title, status, invoiceStatus } = row;
  const quote = row.quoteStatus && statusAt({ status: row.quoteStatus, expiresAt: row.quoteExpiresAt! }, now);
  const isOpen = invoiceStatus === 'pending' || invoiceStatus === 'overdue';
  const next = nextStepOf({
    ...row,
    quoted: quote === 'pending',
    unquoted: (quote === 'rejected' || quote === 'expired') && BEFORE_QUOTE.includes(status),
    invoiceStatus: isOpen ? invoiceStatus : null,
    closed: status === 'approved' || status === 'delivered',
    unlocked: !row.decides || finalsUnlocked(row),
  });
  return { projectId, title, ...next, overdue: invoiceStatus === 'overdue', ...about(next.step, row) };
}

/** The sum and the date that belong to a step. */
function about(step: string, row: ProgressRow): Pick<WaitingView['steps'][number], 'amountCents' | 'currency' | 'at'> {
  if (step === 'read_quote')
    return { amountCents: row.quoteAmountCents, currency: row.quoteCurrency, at: isoTime(row.quoteExpiresAt!) };
  if (step === 'pay') return { amountCents: row.invoiceAmountCents, currency: row.invoiceCurrency, at: row.dueDate };
  return { amountCents: null, currency: null, at: row.releasedAt && isoTime(row.releasedAt) };
}
