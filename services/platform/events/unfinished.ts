import type { Tx } from '../database/tx.js';
import type { EventDefinition } from './define-event.js';
import { UNFINISHED } from './sweeper.js';

/**
 * Returns the rows whose event of this kind has a handler without a result; `field` of its payload identifies the row.
 */
export async function unfinished(
  tx: Tx,
  event: EventDefinition,
  field: string,
  rows: readonly { id: string }[],
): Promise<Set<string>> {
  // The outbox has no index for this, so it is read only when there are rows.
  if (rows.length === 0) return new Set();
  const found = await tx.query<{ id: string }>(
    `SELECT DISTINCT payload->>$2 AS id FROM outbox
     WHERE event = $1 AND payload->>$2 = ANY($3) AND (relayed_at IS NULL OR ${UNFINISHED})`,
    [event.name, field, rows.map(({ id }) => id)],
  );
  return new Set(found.map(({ id }) => id));
}
