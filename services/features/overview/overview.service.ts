import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ProjectStatus } from '../../platform/domain-words.js';
import type { Engineer } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { toAmount } from '../../platform/money.js';
import { UNANSWERED } from '../projects/asked-changes.lib.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import type { OverviewView } from './overview.schema.js';

const SHOWN = 5;
/** Statuses in which nothing is owed to the client. */
const FINISHED: ProjectStatus[] = ['delivered', 'approved'];
/** SQL: the project's client and the people who were invited to it. */
const peopleOf = (projectId: string, clientId: string): string =>
  `(SELECT ${clientId} UNION ALL SELECT user_id FROM project_people WHERE project_id = ${projectId})`;
const PROJECT = `p.id AS "projectId", p.title, p.client_name`;

interface OverviewPlace {
  projectId: string;
  title: string;
  client_name: string;
  /** The total, regardless of the query's limit. */
  total: string;
}
interface Sum {
  amountCents: number;
  currency: string;
}

@Injectable()
export class OverviewService {
  constructor(private readonly database: Database) {}

  async get(engineer: Engineer): Promise<OverviewView> {
    const [changes, originals, undecided, paid, unanswered, quotes, invoices, ready, comments] = await Promise.all([
      this.changes(engineer),
      this.originals(engineer),
      this.undecided(engineer),
      this.paid(engineer),
      this.unanswered(engineer),
      this.quotes(engineer),
      this.invoices(engineer),
      this.ready(engineer),
      this.comments(engineer),
    ]);
    return { changes, originals, undecided, paid, unanswered, quotes, invoices, ready, comments };
  }

  private async changes({ studioId }: Engineer): Promise<OverviewView['changes']> {
    const rows = await this.database.query<OverviewPlace & { files: number; latest: string; latestAt: Date }>(
      `SELECT ${PROJECT}, count(DISTINCT f.id)::int AS files, max(a.created_at) AS "latestAt",
              (array_agg(a.note ORDER BY a.created_at DESC))[1] AS latest, count(*) OVER () AS total
       FROM ${LIVE_PROJECTS} p JOIN files f ON f.project_id = p.id AND f.deleted_at IS NULL
       JOIN approvals a ON a.file_id = f.id AND a.verdict = 'changes_requested'
       WHERE p.studio_id = $1 AND ${UNANSWERED}
       GROUP BY p.id, p.title, p.client_name ORDER BY max(a.created_at) DESC, p.id LIMIT $2`,
      [studioId, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, latestAt, ...row }) => ({ ...row, latestAt: isoTime(latestAt) })),
    };
  }

  private async originals({ studioId, userId }: Engineer): Promise<OverviewView['originals']> {
    const rows = await this.database.query<OverviewPlace & { files: number; latestAt: Date }>(
      `SELECT ${PROJECT}, count(*)::int AS files, max(f.completed_at) AS "latestAt", count(*) OVER () AS total
       FROM ${LIVE_PROJECTS} p LEFT JOIN project_visits v ON v.project_id = p.id AND v.user_id = $2
       JOIN files f ON f.project_id = p.id AND f.file_type = 'upload' AND f.deleted_at IS NULL
         AND f.uploaded_by <> $2 AND f.completed_at > coalesce(v.visited_at, '-infinity')
       WHERE p.studio_id = $1
       GROUP BY p.id, p.title, p.client_name ORDER BY max(f.completed_at) DESC, p.id LIMIT $3`,
      [studioId, userId, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, latestAt, ...row }) => ({ ...row, latestAt: isoTime(latestAt) })),
    };
  }

  private async undecided({ studioId }: Engineer): Promise<OverviewView['undecided']> {
    const rows = await this.database.query<OverviewPlace & { files: number }>(
      `SELECT ${PROJECT}, count(*)::int AS files, count(*) OVER () AS total
       FROM ${LIVE_PROJECTS} p
       JOIN staging_files f ON f.project_id = p.id AND f.status = 'pending' AND f.hidden_at IS NULL
       WHERE p.studio_id = $1
       GROUP BY p.id, p.title, p.client_name ORDER BY max(f.created_at) DESC, p.id LIMIT $2`,
      [studioId, SHOWN],
    );
    return { count: totalOf(rows), items: rows.map(({ total: _, ...row }) => row) };
  }

  private async paid({ studioId }: Engineer): Promise<OverviewView['paid']> {
    const rows = await this.database.query<OverviewPlace>(
      `SELECT ${PROJECT}, count(*) OVER () AS total FROM ${LIVE_PROJECTS} p
       WHERE p.studio_id = $1 AND p.invoice_status = 'paid' AND p.status <> ALL($2)
       ORDER BY p.updated_at, p.id LIMIT $3`,
      [studioId, FINISHED, SHOWN],
    );
    return { count: totalOf(rows), items: rows.map(({ total: _, ...row }) => row) };
  }

  private async unanswered({ studioId }: Engineer): Promise<OverviewView['unanswered']> {
    const rows = await this.database.query<OverviewPlace & { files: number; latestAt: Date }>(
      `SELECT ${PROJECT}, count(*)::int AS files, max(f.completed_at) AS "latestAt", count(*) OVER () AS total
       FROM ${LIVE_PROJECTS} p JOIN tracks t ON t.project_id = p.id JOIN slots s ON s.track_id = t.id
       JOIN files f ON f.id = s.file_id AND f.deleted_at IS NULL
       WHERE p.studio_id = $1 AND p.status <> ALL($2)
         AND NOT EXISTS (SELECT FROM approvals a WHERE a.file_id = f.id)
       GROUP BY p.id, p.title, p.client_name ORDER BY max(f.completed_at), p.id LIMIT $3`,
      [studioId, FINISHED, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, latestAt, ...row }) => ({ ...row, latestAt: isoTime(latestAt) })),
    };
  }

  private async quotes({ studioId }: Engineer): Promise<OverviewView['quotes']> {
    const rows = await this.database.query<OverviewPlace & Sum & { expiresAt: Date }>(
      `SELECT ${PROJECT}, q.amount_cents AS "amountCents", q.currency, q.expires_at AS "expiresAt", count(*) OVER () AS total
       FROM quotes q JOIN ${LIVE_PROJECTS} p ON p.id = q.project_id
       WHERE p.studio_id = $1 AND q.is_current AND q.status = 'pending'
       ORDER BY q.expires_at, q.id LIMIT $2`,
      [studioId, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, expiresAt, ...row }) => ({
        ...row,
        amount: toAmount(row.amountCents),
        expiresAt: isoTime(expiresAt),
      })),
    };
  }

  private async invoices({ studioId }: Engineer): Promise<OverviewView['invoices']> {
    const rows = await this.database.query<
      OverviewPlace & Sum & { invoiceId: string; status: 'pending' | 'overdue'; dueDate: string; overdue: string }
    >(
      `SELECT ${PROJECT}, i.amount_cents AS "amountCents", i.currency, i.id AS "invoiceId", i.status,
              i.due_date::text AS "dueDate", count(*) OVER () AS total,
              count(*) FILTER (WHERE i.status = 'overdue') OVER () AS overdue
       FROM invoices i JOIN ${LIVE_PROJECTS} p ON p.id = i.project_id
       WHERE i.studio_id = $1 AND i.status IN ('pending', 'overdue')
       ORDER BY i.due_date, i.id LIMIT $2`,
      [studioId, SHOWN],
    );
    return {
      count: totalOf(rows),
      overdueCount: Number(rows[0]?.overdue ?? 0),
      items: rows.map(({ total: _, overdue: __, ...row }) => ({ ...row, amount: toAmount(row.amountCents) })),
    };
  }

  private async ready({ studioId }: Engineer): Promise<OverviewView['ready']> {
    const rows = await this.database.query<OverviewPlace & { tracks: string }>(
      `SELECT ${PROJECT}, count(*) AS tracks, count(*) OVER () AS total
       FROM ${LIVE_PROJECTS} p JOIN tracks t ON t.project_id = p.id
       WHERE p.studio_id = $1
         AND EXISTS (SELECT FROM staging_files f WHERE f.project_id = p.id AND f.status = 'assigned')
         AND EXISTS (SELECT FROM slots s JOIN staging_files f ON f.id = s.staging_file_id
                     WHERE s.track_id = t.id AND f.status = 'assigned')
         AND NOT EXISTS (SELECT FROM slots s WHERE s.track_id = t.id AND s.is_required
                         AND s.file_id IS NULL AND s.staging_file_id IS NULL)
       GROUP BY p.id, p.title, p.client_name, p.updated_at ORDER BY p.updated_at DESC, p.id LIMIT $2`,
      [studioId, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, ...row }) => ({ ...row, tracks: Number(row.tracks) })),
    };
  }

  /** Counts new comments by an index for each project, and reads only the texts that are shown. */
  private async comments({ studioId, userId }: Engineer): Promise<OverviewView['comments']> {
    const rows = await this.database.query<
      OverviewPlace & { clientId: string; comments: string; latest: string; latestAt: Date }
    >(
      `SELECT unseen.*, latest.comment AS latest
       FROM (
         SELECT ${PROJECT}, p.client_id AS "clientId", c.comments, sum(c.comments) OVER () AS total, c.latest AS "latestAt"
         FROM ${LIVE_PROJECTS} p LEFT JOIN project_visits v ON v.project_id = p.id AND v.user_id = $2
         CROSS JOIN LATERAL (
           SELECT count(*) AS comments, max(created_at) AS latest FROM comments
           WHERE project_id = p.id AND user_id IN ${peopleOf('p.id', 'p.client_id')}
             AND created_at > coalesce(v.visited_at, '-infinity')
         ) c
         WHERE p.studio_id = $1 AND c.comments > 0
         ORDER BY c.latest DESC, p.id LIMIT $3
       ) unseen
       CROSS JOIN LATERAL (
         SELECT comment FROM comments WHERE project_id = unseen."projectId"
           AND user_id IN ${peopleOf('unseen."projectId"', 'unseen."clientId"')}
         ORDER BY created_at DESC, id DESC LIMIT 1
       ) latest
       ORDER BY "latestAt" DESC, "projectId"`,
      [studioId, userId, SHOWN],
    );
    return {
      count: totalOf(rows),
      items: rows.map(({ total: _, clientId: __, latestAt, ...row }) => ({
        ...row,
        comments: Number(row.comments),
        latestAt: isoTime(latestAt),
      })),
    };
  }
}

const totalOf = (rows: OverviewPlace[]): number => Number(rows[0]?.total ?? 0);
