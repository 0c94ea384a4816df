import type { Database } from '../database/database.js';
import { advisoryLocks } from '../database/locks.js';
import type { Logger } from '../log.js';
import { markFailed } from './failed-handlers.js';
import type { Handler } from './handler.js';
import { jobId, type QueueName } from './queues.js';
import type { Queues } from './queues.module.js';
import type { Schedules } from './schedules.js';
import type { Timing } from './timing.js';

/** Rows removed per sweep, so that no sweep holds its locks for long. */
const CLEANUP_ROWS = 10_000;

/** Old jobs looked up per sweep, oldest first; the next sweep continues with the others. */
const LOOKED_UP = 1_000;

interface OverdueEvent {
  id: string;
  handler: string;
  /** Null when no worker has the handler any more. */
  queue: QueueName | null;
}

interface SweeperOptions {
  database: Database;
  queues: Queues;
  handlers: readonly Handler[];
  schedules: Schedules;
  logger: Logger;
  timing: Timing;
  /** Called when events were put back into the outbox. */
  onRestored: () => void;
}

/** Runs once a minute: registers this worker's handlers, finds what the queue lost and removes what is finished. */
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

  /** Announces this worker's handlers to every relay. Must be done before anything is relayed. */
  async registerHandlers(): Promise<void> {
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
        handlers.map((handler) => handler.kind === 'event' && handler.lowPriority),
      ],
    );
  }

  private async run(): Promise<void> {
    const { database, logger, schedules, timing, onRestored } = this.options;
    try {
      await this.registerHandlers();
      const forgotten = await database.query<{ handler: string }>(
        `SELECT handler FROM event_handler WHERE event = $1 AND seen_at < now() - $2 * interval '1 millisecond'`,
        [SCHEDULE, timing.forgottenMs],
      );
      await schedules.ensure(forgotten.map(({ handler }) => handler));
      const restored = await this.restoreLost();
      await this.cleanUp();
      if (restored > 0) {
        logger.warn({ restored }, 'Events without a result are relayed again');
        onRestored();
      }
    } catch (error) {
      logger.warn({ err: error }, 'A sweep failed; the next one follows');
    }
  }

  /**
   * Looks up events in the queue that are not handled long after they were relayed. A job that waits there is a backlog
   * and is not touched, a failed one is left to the operator, and a lost one is relayed again.
   * @returns how many events were put back into the outbox.
   */
  private async restoreLost(): Promise<number> {
    const { database, timing } = this.options;
    const overdue = await database.query<OverdueEvent>(
      `SELECT outbox.id, expected.handler, known.queue
       FROM outbox CROSS JOIN unnest(outbox.handlers) AS expected (handler)
         LEFT JOIN event_handler known ON known.event = outbox.event AND known.handler = expected.handler
       WHERE relayed_at < now() - $1 * interval '1 millisecond' AND NOT expected.handler = ANY (outbox.failed)
         AND NOT EXISTS (SELECT FROM processed_event WHERE event_id = outbox.id AND handler = expected.handler)
       ORDER BY relayed_at LIMIT $2`,
      [timing.lostAfterMs, LOOKED_UP],
    );
    const lost = new Set<string>();
    for (const job of overdue) {
      const state = await this.stateOf(job);
      if (state === 'failed') await markFailed(database, job.id, job.handler);
      if (state === 'unknown') lost.add(job.id);
    }
    const kept = overdue.map(({ id }) => id).filter((id) => !lost.has(id));
    const restored = await database.query(
      `UPDATE outbox SET relayed_at = CASE WHEN id = ANY ($1::uuid[]) THEN NULL ELSE clock_timestamp() END
       WHERE id = ANY ($1::uuid[] || $2::uuid[]) AND relayed_at < now() - $3 * interval '1 millisecond' RETURNING relayed_at`,
      [[...lost], kept, timing.lostAfterMs],
    );
    return (restored as { relayed_at: Date | null }[]).filter((row) => row.relayed_at === null).length;
  }

  private async stateOf({ id, handler, queue }: OverdueEvent): Promise<string> {
    return queue ? this.options.queues.get(queue).getJobState(jobId(id, handler)) : 'unknown';
  }

  private async cleanUp(): Promise<void> {
    await this.options.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        advisoryLocks.outboxSweep,
      ]);
      if (!lock?.locked) return;
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
    });
  }
}

/** Used in place of an event name in a schedule's row of `event_handler`; no event can have this name. */
const SCHEDULE = '@every';

/** SQL: some handler of the relayed event in `outbox` has no result yet. */
export const UNFINISHED = `EXISTS (
  SELECT FROM unnest(outbox.handlers) AS expected (handler) WHERE NOT EXISTS (
    SELECT FROM processed_event WHERE event_id = outbox.id AND processed_event.handler = expected.handler))`;
