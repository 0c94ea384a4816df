import type { Database } from '../database/database.js';
import { listenerName } from './pg-listener.js';
import { OUTBOX_CHANNEL } from './relay.js';
import { timing } from './timing.js';

/** A worker reports every minute that it is alive; a frozen one is detected after this. */
const SILENT_MS = 3 * timing.sweepMs;

/** Whether a worker is connected (its relay listens as long as it runs) and has recently reported that it is alive. */
export async function workerIsPresent(database: Database): Promise<boolean> {
  const [row] = await database.query<{ present: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1)
        AND EXISTS (SELECT FROM event_handler WHERE seen_at > now() - $2 * interval '1 millisecond') AS present`,
    [listenerName(OUTBOX_CHANNEL), SILENT_MS],
  );
  return row?.present ?? false;
}
