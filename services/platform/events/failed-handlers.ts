import type { Database } from '../database/database.js';

/** Records that this handler of the event failed for good: no sweep will send it again. */
export async function markFailed(database: Database, eventId: string, handler: string): Promise<void> {
  await database.query('UPDATE outbox SET failed = array_append(failed, $2) WHERE id = $1 AND NOT $2 = ANY (failed)', [
    eventId,
    handler,
  ]);
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
