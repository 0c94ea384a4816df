import type { Database } from '../database/database.js';
import { advisoryLocks } from '../database/locks.js';
import type { Logger } from '../log.js';
import type { Handler } from './handler.js';
import type { Schedules } from './schedules.js';
import type { Timing } from './timing.js';

/** Rows removed a sweep, so that no sweep holds its locks for long. */
const CLEANUP_ROWS = 10_000;

interface SweeperOptions {
  database: Database;
  handlers: readonly Handler[];
  schedules: Schedules;
  logger: Logger;
  timing: Timing;
  /** Called when events were put back into the outbox. */
  onRestored: () => void;
}

/** Once a minute: keeps this worker's handlers known, finds what the queue lost, removes what is over. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: SweeperOptions) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running ??= this.run().finally(() => {
        this.running = undefined;
      });
    }, this.options.timing.sweepMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Makes this worker's handlers known to every relay; must be done before anything is relayed. */
  async announce(): Promise<void> {
    const handlers = this.options.handlers;
    await this.options.database.query(
      `INSERT INTO event_handler (event, handler, queue, attempts, backoff_ms, yields)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::boolean[])
       ON CONFLICT (event, handler) DO UPDATE SET queue = excluded.queue, attempts = excluded.attempts,
         backoff_ms = excluded.backoff_ms, yields = excluded.yields, seen_at = now()`,
      [
        handlers.map((handler) => (handler.kind === 'event' ? handler.event.name : SCHEDULE)),
        handlers.map((handler) => handler.name),
        handlers.map((handler) => handler.queue),
        handlers.map((handler) => handler.attempts),
        handlers.map((handler) => handler.backoffMs),
        handlers.map((handler) => handler.kind === 'event' && handler.yields),
      ],
    );
  }

  private async run(): Promise<void> {
    const { database, logger, schedules, timing, onRestored } = this.options;
    try {
      await this.announce();
      const forgotten = await database.query<{ handler: string }>(
        `SELECT handler FROM event_handler WHERE event = $1 AND seen_at < now() - $2 * interval '1 millisecond'`,
        [SCHEDULE, timing.forgottenMs],
      );
      await schedules.ensure(forgotten.map(({ handler }) => handler));
      const restored = await this.sweep();
      if (restored > 0) {
        logger.warn({ restored }, 'Events without a result are relayed again');
        onRestored();
      }
    } catch (error) {
      logger.warn({ err: error }, 'A sweep failed; the next one follows');
    }
  }

  /** @returns how many events were put back into the outbox. */
  private async sweep(): Promise<number> {
    return this.options.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        advisoryLocks.outboxSweep,
      ]);
      if (!lock?.locked) return 0;
      const restored = await tx.query(
        `UPDATE outbox SET relayed_at = NULL
         WHERE relayed_at < now() - $1 * interval '1 millisecond' AND ${UNFINISHED} RETURNING 1`,
        [this.options.timing.lostAfterMs],
      );
      await tx.query(
        `DELETE FROM outbox WHERE id IN (
           SELECT id FROM outbox WHERE relayed_at < now() - interval '1 day' AND NOT ${UNFINISHED} LIMIT $1)`,
        [CLEANUP_ROWS],
      );
      await tx.query(
        `DELETE FROM processed_event WHERE (event_id, handler) IN (
           SELECT event_id, handler FROM processed_event p
           WHERE processed_at < now() - interval '30 days'
             AND NOT EXISTS (SELECT FROM outbox WHERE outbox.id = p.event_id) LIMIT $1)`,
        [CLEANUP_ROWS],
      );
      return restored.length;
    });
  }
}

/** Stands for the event in a schedule's row of `event_handler`; no event can have this name. */
const SCHEDULE = '@every';

/** SQL: some handler of the relayed event in `outbox` has no result yet. */
export const UNFINISHED = `EXISTS (
  SELECT FROM unnest(outbox.handlers) AS expected (handler) WHERE NOT EXISTS (
    SELECT FROM processed_event WHERE event_id = outbox.id AND processed_event.handler = expected.handler))`;
