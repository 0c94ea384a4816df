import { createHash } from 'node:crypto';
import { DelayedError, type Job, UnrecoverableError, WaitingError } from 'bullmq';
import type { Database } from '../database/database.js';
import { AlreadyHandled, type Tx } from '../database/tx.js';
import type { Logger } from '../log.js';
import { withLogContext } from '../log-context.js';
import { jobSeconds, jobsFailed } from '../metrics/metrics.js';
import { storableError } from '../text.js';
import { traceJob } from '../tracing/trace-context.js';
import { lostDatabase } from './connection-loss.js';
import { markFailed, outcomeOf } from './failed-handlers.js';
import {
  DependencyUnavailableError,
  type Handler,
  type HandlerContext,
  NotYetError,
  PermanentError,
} from './handler.js';
import { type EventJob, queues } from './queues.js';
import type { Timing } from './timing.js';
import type { Trace } from './trace.js';

export interface ProcessorOptions {
  database: Database;
  handlers: ReadonlyMap<string, Handler>;
  logger: Logger;
  timing: Timing;
  trace: Trace;
  /** True once this worker is stopping. */
  stopping: () => boolean;
}

/** The work of one job, read from the queue and parsed. */
interface Task {
  eventId: string;
  run: (context: HandlerContext) => Promise<void>;
}

/** Runs jobs so that each handler's writes happen exactly once, however often its job is delivered. */
export class JobProcessor {
  constructor(private readonly options: ProcessorOptions) {}

  /** BullMQ's processor function. */
  readonly process = async (job: Job, token: string | undefined, signal: AbortSignal | undefined): Promise<void> => {
    const handler = this.options.handlers.get(job.name);
    if (!handler) return this.waitForNewer(job, token);
    const { eventId, requestId, traceParent } = job.data as Partial<EventJob>;
    const attempt = async (): Promise<void> => {
      const begun = performance.now();
      const measured = (result: string) =>
        jobSeconds.observe({ handler: handler.name, queue: handler.queue, result }, (performance.now() - begun) / 1000);
      try {
        await this.run(handler, job, signal ?? new AbortController().signal);
        measured('done');
        const ms = Math.round(performance.now() - begun);
        this.options.logger[handler.kind === 'schedule' ? 'debug' : 'info']({ ms }, 'job done');
      } catch (error) {
        measured('failed');
        await this.fail(handler, job, token, storableError(error));
      }
    };
    const attributes = {
      'lacquer.queue': handler.queue,
      'lacquer.job': job.id,
      ...(requestId ? { 'lacquer.request_id': requestId } : {}),
    };
    // The lines about the attempt's end belong to the trace as well.
    await withLogContext({ requestId, eventId, handler: handler.name, job: job.id }, () =>
      traceJob(handler.name, attributes, traceParent, attempt),
    );
  };

  private async run(handler: Handler, job: Job, signal: AbortSignal): Promise<void> {
    const { database, trace } = this.options;
    // The queue never sets its counter back, so a retry by hand notes where it stood.
    const stalls = job.stalledCounter - ((job.data as Partial<EventJob>).stallsBefore ?? 0);
    if (stalls > queues[handler.queue].stallsAllowed) {
      throw new PermanentError(`${stalls} workers died or froze while they ran this`);
    }
    const { eventId, run } = readTask(handler, job);
    // A job that starts for the first time cannot have been handled; if it was after all, its commit finds out.
    if (job.attemptsStarted > 1) {
      const { handled, failed } = await outcomeOf(database, eventId, handler.name);
      if (handled) return;
      if (failed) throw new PermanentError('It had failed for good, but its worker died: the log has the reason');
    }
    trace('handler.started', handler.name);

    let committed = false;
    const commit = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      if (committed) throw new PermanentError(`${handler.name} commits twice: only the first can be repeated safely`);
      const result = await database.transaction(
        async (tx) => {
          const answer = await work(tx);
          trace('handler.written', handler.name);
          return answer;
        },
        { eventId, handler: handler.name },
      );
      committed = true;
      trace('handler.committed', handler.name);
      return result;
    };

    try {
      await run({ eventId, handler: handler.name, attempt: job.attemptsMade + 1, signal, commit });
      if (!committed) await commit(async () => undefined);
    } catch (error) {
      if (error instanceof AlreadyHandled) return;
      // A second delivery may collide with what the first has written before it reaches the first one's record.
      const outcome = committed ? undefined : await outcomeOf(database, eventId, handler.name).catch(() => undefined);
      if (!outcome?.handled) throw error;
    }
  }

  private async fail(handler: Handler, job: Job, token: string | undefined, error: Error): Promise<never> {
    const { database, logger, stopping } = this.options;
    if (stopping()) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const permanent = error instanceof PermanentError;
    if (error instanceof DependencyUnavailableError) {
      if (!(error instanceof NotYetError)) {
        logger.warn({ err: error.cause ?? error }, 'A dependency of a handler is down: its job is delayed');
      }
      return this.postpone(job, token, error.delayMs);
    }
    if (!permanent && (await lostDatabase(database, error))) return this.postpone(job, token);
    const about = { err: error, attempt: job.attemptsMade + 1 };
    const last = permanent || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    if (!last) {
      logger.warn(about, 'A handler failed and will be tried again');
      throw error;
    }
    logger.error(about, 'A handler failed for good: its job can be retried by hand');
    try {
      await this.giveUp(handler, job, error);
    } catch (second) {
      logger.error({ err: second }, 'The handler of the final failure failed too');
      if (second instanceof Error && (await lostDatabase(database, second))) return this.postpone(job, token);
      if (handler.kind === 'event') await markFailed(database, (job.data as EventJob).eventId, handler.name);
    }
    jobsFailed.inc({ handler: handler.name, queue: handler.queue });
    this.options.trace('handler.failed', handler.name);
    throw new UnrecoverableError(error.message);
  }

  /** Records that the handler failed for good and notifies the feature: both once, however often the job comes back. */
  private async giveUp(handler: Handler, job: Job, error: Error): Promise<void> {
    if (handler.kind !== 'event') return;
    const { eventId, payload } = job.data as EventJob;
    const parsed = handler.event.schema.safeParse(payload);
    if (!handler.exhausted || !parsed.success) {
      await markFailed(this.options.database, eventId, handler.name);
      return;
    }
    const { exhausted, name } = handler;
    await this.options.database.transaction(async (tx) => {
      const isFirst = await markFailed(tx, eventId, name);
      const { handled, failed } = await outcomeOf(tx, eventId, name);
      if (!handled && (isFirst || !failed)) await exhausted(parsed.data, error, tx);
    });
  }

  /** During a rolling deployment a newer worker will know the handler. After an hour the job fails visibly. */
  private async waitForNewer(job: Job, token: string | undefined): Promise<never> {
    const { postponeMs, postponeLimitMs } = this.options.timing;
    if (job.attemptsStarted * postponeMs > postponeLimitMs) {
      throw new UnrecoverableError(`No worker knows the handler ${job.name}`);
    }
    return this.postpone(job, token);
  }

  /** Gives the job back for a while without counting an attempt. */
  private async postpone(
    job: Job,
    token: string | undefined,
    delayMs = this.options.timing.postponeMs,
  ): Promise<never> {
    await job.moveToDelayed(Math.round(Date.now() + delayMs), token);
    throw new DelayedError();
  }
}

function readTask(handler: Handler, job: Job): Task {
  if (handler.kind === 'schedule') {
    const slot = slotOf(job);
    return { eventId: tickId(handler.name, slot), run: (context) => handler.run({ slot: new Date(slot) }, context) };
  }
  const { eventId, payload } = job.data as EventJob;
  const parsed = handler.event.schema.safeParse(payload);
  if (!parsed.success)
    throw new PermanentError(`The payload is not that of ${handler.event.name}: ${parsed.error.message}`);
  return { eventId, run: (context) => handler.run(parsed.data, context) };
}

/** BullMQ names the job of a schedule `repeat:<name>:<milliseconds of the slot>`. */
function slotOf(job: Job): number {
  const slot = Number(job.id?.split(':').at(-1));
  if (!Number.isSafeInteger(slot)) throw new PermanentError(`The job ${job.id} names no slot`);
  return slot;
}

/** The same UUID (version 8) for the same slot of a schedule, in every process. */
export function tickId(schedule: string, slot: number): string {
  const hex = createHash('sha256').update(`${schedule}@${slot}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
