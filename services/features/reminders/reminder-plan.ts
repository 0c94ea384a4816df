import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { SUSPENDED } from '../memberships/memberships.policy.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { DEPARTED } from '../users/users.policy.js';

type Queries = Pick<Tx, 'query'>;

export interface DueReminder {
  invoiceId: string;
  projectId: string;
  dayOffset: number;
}

/**
 * SQL: the time at which a reminder for invoice `i` is due in the time zone of its studio `s`. If daylight saving time
 * skips that hour, it is due an hour later; if the hour occurs twice, at its second occurrence.
 */
const INSTANT = '((i.due_date + day_offset + s.reminder_time::time) AT TIME ZONE s.time_zone)';

/**
 * Reminders that are due and not sent. If several were missed, only the newest is sent and the older ones are dropped,
 * because a client does not want three at once. Clients who have deleted their account or are suspended get none.
 */
export function dueReminders(
  source: Queries,
  { invoiceId, after, limit }: { invoiceId?: string; after?: string; limit: number },
): Promise<DueReminder[]> {
  return source.query<DueReminder>(
    `SELECT i.id AS "invoiceId", i.project_id AS "projectId", due.day_offset AS "dayOffset"
     FROM invoices i JOIN studios s ON s.id = i.studio_id JOIN ${LIVE_PROJECTS} p ON p.id = i.project_id
     CROSS JOIN LATERAL (
       SELECT max(day_offset) AS day_offset FROM unnest(s.reminder_days) AS day_offset
       WHERE ${INSTANT} > i.reminders_from AND ${INSTANT} <= $1
     ) due
     WHERE i.status IN ('pending', 'overdue') AND NOT i.reminders_paused AND due.day_offset IS NOT NULL
       AND right(p.client_email, length($5)) <> $5 AND NOT ${SUSPENDED}
       AND ($2::uuid IS NULL OR i.id = $2) AND ($4::uuid IS NULL OR i.id > $4)
       AND NOT EXISTS (SELECT FROM sent_reminders r WHERE r.invoice_id = i.id AND r.day_offset >= due.day_offset)
     ORDER BY i.id LIMIT $3`,
    [clock.now(), invoiceId ?? null, limit, after ?? null, DEPARTED],
  );
}

/**
 * The next scheduled reminder of an open invoice, including one that is due and not yet sent. Null after the last one.
 */
export async function nextReminder(
  source: Queries,
  invoiceId: string,
): Promise<{ at: Date; dayOffset: number } | null> {
  const ahead = await source.query<{ at: Date; dayOffset: number }>(
    `SELECT day_offset AS "dayOffset", ${INSTANT} AS at
     FROM invoices i JOIN studios s ON s.id = i.studio_id CROSS JOIN unnest(s.reminder_days) AS plan (day_offset)
     WHERE i.id = $1 AND ${INSTANT} > i.reminders_from
       AND NOT EXISTS (SELECT FROM sent_reminders r WHERE r.invoice_id = i.id AND r.day_offset >= plan.day_offset)
     ORDER BY plan.day_offset`,
    [invoiceId],
  );
  const now = clock.now();
  return ahead.findLast(({ at }) => at <= now) ?? ahead[0] ?? null;
}

/** YYYY-MM-DD in the studio's time zone. */
export async function studioToday(source: Queries, studioId: string): Promise<string> {
  const [row] = await source.query<{ today: string }>(
    'SELECT ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today FROM studios WHERE id = $1',
    [studioId, clock.now()],
  );
  return row!.today;
}
