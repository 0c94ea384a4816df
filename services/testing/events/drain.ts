import type { Database } from '../../platform/database/database.js';
import { PATIENCE_MS, until } from '../until.js';

const PENDING = `
  SELECT event, coalesce(handler, 'not relayed yet') AS handler
  FROM outbox LEFT JOIN unnest(outbox.handlers) AS expected (handler) ON true
  WHERE relayed_at IS NULL OR NOT EXISTS (
    SELECT FROM processed_event WHERE event_id = outbox.id AND processed_event.handler = expected.handler)`;

/**
 * Waits until every event is handled, including those that handlers emit in the meantime.
 * @throws naming the remaining ones.
 */
export async function drain(database: Database, timeoutMs = PATIENCE_MS): Promise<void> {
  const pending = () => database.query<{ event: string; handler: string }>(PENDING);
  await until(
    async () => (await pending()).map(({ event, handler }) => `${event} → ${handler}`).join(', '),
    async () => (await pending()).length === 0,
    timeoutMs,
  );
}
