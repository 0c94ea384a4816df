import type { Database } from '../database/database.js';
import type { EventDefinition } from './define-event.js';
import { UNFINISHED } from './sweeper.js';

/**
 * Returns those of the ids for which one of the events still waits for a handler: emitted since then, with the id in
 * that field of its payload.
 */
export async function awaited(
  database: Database,
  events: EventDefinition[],
  field: string,
  ids: string[],
  since: Date,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.query<{ id: string }>(
    `SELECT DISTINCT payload->>$2 AS id FROM outbox
     WHERE event = ANY($1) AND payload->>$2 = ANY($3) AND created_at > $4 AND (relayed_at IS NULL OR ${UNFINISHED})`,
    [events.map(({ name }) => name), field, ids, since],
  );
  return new Set(rows.map(({ id }) => id));
}
