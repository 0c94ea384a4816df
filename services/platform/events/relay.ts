import type { Database } from '../database/database.js';
import type { Tx } from '../database/tx.js';
import type { Logger } from '../log.js';
import { traceRelay } from '../tracing/trace-context.js';
import { PgListener } from './pg-listener.js';
import { type EventJob, jobId, jobOptions, type QueueName } from './queues.js';
import type { Queues } from './queues.module.js';
import type { Timing } from './timing.js';
import type { Trace } from './trace.js';

/** Every transaction that emits notifies this channel. */
export const OUTBOX_CHANNEL = 'outbox';

const BATCH = 500;

/** Polls that are left out between two attempts, while notifications come in and nothing fails. */
const SKIPPED_POLLS = 4;

interface KnownHandler {
  handler: string;
  queue: QueueName;
  attempts: number;
  backoffMs: number;
  lowPriority: boolean;
}

interface WaitingEvent {
  id: string;
  event: string;
  payload: unknown;
  /** Empty unless this event is relayed again. */
  handlers: string[];
  processed: string[];
  /** Handlers that failed for good and wait to be retried by hand. */
  failed: string[];
  requestId: string | null;
  traceParent: string | null;
  createdAt: Date;
  known: KnownHandler[];
}

interface RelayOptions {
  database: Database;
  databaseUrl: string;
  queues: Queues;
  logger: Logger;
  timing: Timing;
  trace: Trace;
}

/** Moves committed events from the outbox to one job per handler. Several relays may run at the same time. */
export class Relay {
  private readonly listener: PgListener;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private failing = false;
  private skipped = 0;

  constructor(private readonly options: RelayOptions) {
    this.listener = new PgListener({
      url: options.databaseUrl,
      channel: OUTBOX_CHANNEL,
      // While the queue is down the poll is enough: each attempt claims a whole batch.
      onMessage: () => {
        if (!this.failing) this.wake();
      },
      onConnected: () => this.wake(),
      logger: options.logger,
    });
  }

  /**
   * Resolves when it listens (which shows other processes that a worker runs), or when the first attempt has failed.
   */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.poll(), this.options.timing.pollMs);
    this.wake();
    await this.listener.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.listener.stop();
    await this.running;
  }

  private poll(): void {
    if (this.listener.isListening && !this.failing && this.skipped < SKIPPED_POLLS) this.skipped++;
    else this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.skipped = 0;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    const { logger } = this.options;
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        const moved = await this.batch();
        if (moved === BATCH) this.again = true;
        if (this.failing) logger.info('Events are relayed again');
        this.failing = false;
      } catch (error) {
        if (!this.failing) logger.warn({ err: error }, 'Events wait in the outbox: relaying failed');
        this.failing = true;
        this.again = false;
      }
    }
  }

  private async batch(): Promise<number> {
    const { database, trace } = this.options;
    const moved = await database.transaction(async (tx) => {
      const events = await this.claim(tx);
      if (events.length === 0) return 0;
      trace('relay.claimed');
      const targets = events.map((event) => ({ event, handlers: targetsOf(event) }));
      await this.enqueue(targets);
      trace('relay.added');
      await tx.query(
        `UPDATE outbox SET relayed_at = clock_timestamp(), handlers = string_to_array(done.handlers, ',')
         FROM unnest($1::uuid[], $2::text[]) AS done (id, handlers) WHERE outbox.id = done.id`,
        [events.map(({ id }) => id), targets.map(({ event, handlers }) => expectedOf(event, handlers).join(','))],
      );
      trace('relay.marked');
      return events.length;
    });
    if (moved > 0) trace('relay.committed');
    return moved;
  }

  /** An event without a known handler stays in the outbox: a newer worker will have one. */
  private claim(tx: Tx): Promise<WaitingEvent[]> {
    return tx.query<WaitingEvent>(
      `WITH known AS (
         SELECT event, jsonb_agg(jsonb_build_object(
           'handler', handler, 'queue', queue, 'attempts', attempts, 'backoffMs', backoff_ms, 'lowPriority', yields)) AS known
         FROM event_handler WHERE seen_at > now() - $2 * interval '1 millisecond' GROUP BY event
       )
       SELECT outbox.id, outbox.event, outbox.payload, outbox.handlers, outbox.failed,
         outbox.request_id AS "requestId", outbox.trace_parent AS "traceParent",
         outbox.created_at AS "createdAt", known.known,
         ARRAY(SELECT handler FROM processed_event
               WHERE event_id = outbox.id AND outbox.handlers <> '{}') AS processed
       FROM outbox JOIN known USING (event)
       WHERE relayed_at IS NULL ORDER BY outbox.id LIMIT $1 FOR UPDATE OF outbox SKIP LOCKED`,
      [BATCH, this.options.timing.forgottenMs],
    );
  }

  private async enqueue(targets: { event: WaitingEvent; handlers: KnownHandler[] }[]): Promise<void> {
    const jobs = targets.flatMap(({ event, handlers }) => {
      const traced = event.traceParent && traceRelay(event.event, event.createdAt, event.traceParent, event.requestId);
      return handlers.map((handler) => ({ queue: handler.queue, job: jobOf(event, handler, traced) }));
    });
    const added = [...Map.groupBy(jobs, ({ queue }) => queue)].map(([name, list]) => {
      const queue = this.options.queues.get(name);
      const [first] = list;
      return first && list.length === 1
        ? queue.add(first.job.name, first.job.data, first.job.opts)
        : queue.addBulk(list.map(({ job }) => job));
    });
    await within(this.options.timing.queueTimeoutMs, Promise.all(added));
  }
}

/**
 * All known handlers. For an event that is relayed again: the handlers of the first time that have neither handled it
 * nor failed for good.
 */
function targetsOf({ known, handlers, processed, failed }: WaitingEvent): KnownHandler[] {
  if (handlers.length === 0) return known;
  const over = [...processed, ...failed];
  return known.filter(({ handler }) => handlers.includes(handler) && !over.includes(handler));
}

/** The handlers that must have handled the event before it is finished. */
function expectedOf(event: WaitingEvent, targets: KnownHandler[]): string[] {
  return [...event.processed, ...event.failed, ...targets.map(({ handler }) => handler)];
}

function jobOf(event: WaitingEvent, handler: KnownHandler, traceParent: string | null) {
  const { handler: name, attempts, backoffMs, lowPriority } = handler;
  const { id: eventId, payload, requestId } = event;
  const data: EventJob = {
    eventId,
    event: event.event,
    payload,
    ...(requestId && { requestId }),
    ...(traceParent && { traceParent }),
  };
  return { name, data, opts: { jobId: jobId(eventId, name), ...jobOptions(attempts, backoffMs, lowPriority) } };
}

/**
 * Rejects when the work takes longer than `ms`. The work itself continues, which is harmless because job ids repeat.
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The queue did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
