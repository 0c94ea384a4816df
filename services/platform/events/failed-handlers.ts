import type { Database } from '../database/database.js';

type Queries = Pick<Database, 'query'>;

/**
 * Records that this handler of the event failed for good: no sweep will send it again.
 * @returns whether that was new.
 */
export async function markFailed(database: Queries, eventId: string, handler: string): Promise<boolean> {
  const marked = await database.query(
    'UPDATE outbox SET failed = array_append(failed, $2) WHERE id = $1 AND NOT $2 = ANY (failed) RETURNING 1',
    [eventId, handler],
  );
  return marked.length > 0;
}

/** Whether this handler of the event is recorded as done, and whether as failed for good. */
export async function outcomeOf(
  database: Queries,
  eventId: string,
  handler: string,
): Promise<{ handled: boolean; failed: boolean }> {
  const [outcome] = await database.query<{ handled: boolean; failed: boolean }>(
    `SELECT EXISTS (SELECT FROM processed_event WHERE event_id = $1 AND handler = $2) AS handled,
            EXISTS (SELECT FROM outbox WHERE id = $1 AND $2 = ANY (failed)) AS failed`,
    [eventId, handler],
  );
  return outcome!;
}

/**
 * Gives the handler another chance. `again` means that the queue has lost the job, so the relay must create a new one.
 */
export async function clearFailed(database: Database, eventId: string, handler: string, again = false): Promise<void> {
  await database.query(
    `UPDATE outbox SET failed = array_remove(failed, $2), relayed_at = CASE WHEN $3 THEN NULL ELSE relayed_at END
     WHERE id = $1`,
    [eventId, handler, again],
  );
}

/** Records an operator's decision that this handler of the event need not run any more. */
export async function markHandled(database: Database, eventId: string, handler: string): Promise<void> {
  await database.query(
    `WITH dismissed AS (UPDATE outbox SET failed = array_remove(failed, $2) WHERE id = $1)
     INSERT INTO processed_event (event_id, handler) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [eventId, handler],
  );
}
