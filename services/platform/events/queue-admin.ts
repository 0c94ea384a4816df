import { Injectable } from '@nestjs/common';
import { type Job, RedisQueueBackend } from 'bullmq';
import { Database } from '../database/database.js';
import { notFound } from '../errors.js';
import { clearFailed, markHandled } from './failed-handlers.js';
import type { AnyQueue } from './queue-classes.js';
import { type EventJob, jobId, type QueueName, queueNames } from './queues.js';
import { Queues } from './queues.module.js';

export interface QueueCounts {
  queue: QueueName;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Age in seconds of the oldest job that waits for a worker or for its next attempt; 0 when there is none. */
  oldestS: number;
}

export interface FailedJob {
  id: string;
  queue: QueueName;
  handler: string;
  /** Null for a schedule. */
  event: string | null;
  payload: unknown;
  error: string;
  attempts: number;
  /** Null when the queue has lost the job, and its error with it. */
  failedAt: Date | null;
}

/** Number of jobs read at once; each includes its payload. */
const PAGE = 100;

/** The operator's view of the queues, available in any process. */
@Injectable()
export class QueueAdmin {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
  ) {}

  /** For the dashboard. */
  queue(name: QueueName): AnyQueue {
    return this.queues.get(name);
  }

  /** Jobs by queue and state. */
  counts(): Promise<QueueCounts[]> {
    return Promise.all(
      queueNames.map(async (queue) => {
        const counts = await this.queues
          .get(queue)
          .getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { queue, waiting: waiting + prioritized, active, delayed, failed, oldestS: await this.oldestS(queue) };
      }),
    );
  }

  /** How many events no relay has taken yet, and the age of the oldest in seconds (0 when there is none). */
  async outbox(): Promise<{ waiting: number; oldestS: number }> {
    const [row] = await this.database.query<{ waiting: number; oldest: number }>(
      `SELECT count(*)::integer AS waiting,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS oldest
       FROM outbox WHERE relayed_at IS NULL`,
    );
    return { waiting: row?.waiting ?? 0, oldestS: row?.oldest ?? 0 };
  }

  /** Jobs that failed for good, newest first. */
  async failed(queue: QueueName, offset: number, limit: number): Promise<FailedJob[]> {
    const jobs = await this.queues.get(queue).getJobs('failed', offset, offset + limit - 1, false);
    return jobs.map((job) => describe(queue, job));
  }

  /** Every job that failed for good, including those that only the outbox still knows. */
  async allFailed(): Promise<FailedJob[]> {
    const jobs: FailedJob[] = [];
    for (const queue of queueNames) {
      for (let page = PAGE; page === PAGE;) {
        const next = await this.failed(queue, jobs.filter((job) => job.queue === queue).length, PAGE);
        jobs.push(...next);
        page = next.length;
      }
    }
    const known = new Set(jobs.map(({ id }) => id));
    return [...jobs, ...(await this.failedEvents()).filter(({ id }) => !known.has(id))];
  }

  /**
   * Gives a failed job all its attempts again; the relay creates it again if the queue has lost it.
   * @throws AppError 404 when there is no such failed job.
   */
  async retry(queue: QueueName, id: string): Promise<void> {
    const job = await this.queues.get(queue).getJob(id);
    if (job && (await job.isFailed())) {
      const { eventId } = job.data as Partial<EventJob>;
      if (eventId) await clearFailed(this.database, eventId, job.name);
      if (job.stalledCounter > 0) await job.updateData({ ...(job.data as object), stallsBefore: job.stalledCounter });
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return;
    }
    const lost = job ? undefined : (await this.failedEvents()).find((event) => event.id === id);
    if (!lost) throw notFound('Failed job');
    await clearFailed(this.database, id.slice(0, -lost.handler.length - 1), lost.handler, true);
  }

  /**
   * Removes a failed job for good. The event counts as handled, so the job is not created again.
   * @throws AppError 404 when there is no such failed job.
   */
  async dismiss(queue: QueueName, id: string): Promise<void> {
    const job = await this.queues.get(queue).getJob(id);
    if (job && (await job.isFailed())) {
      const { eventId } = job.data as Partial<EventJob>;
      if (eventId) await markHandled(this.database, eventId, job.name);
      await this.queues.get(queue).getBackend().removeFailed(id);
      return;
    }
    const lost = job ? undefined : (await this.failedEvents()).find((event) => event.id === id);
    if (!lost) throw notFound('Failed job');
    await markHandled(this.database, id.slice(0, -lost.handler.length - 1), lost.handler);
  }

  private async oldestS(queue: QueueName): Promise<number> {
    const since = await this.queues.get(queue).getBackend().oldestSince();
    return since === null ? 0 : Math.max(0, Date.now() - since) / 1000;
  }

  /** @throws when the queue's server does not answer. */
  async ping(): Promise<void> {
    await this.queues.get('default').getJobCounts('failed');
  }

  /** The version of the Redis that has the queues, once it has answered; null if they are in PostgreSQL. */
  redisVersion(): string | null {
    const { backend } = this.queues.get('default');
    return backend instanceof RedisQueueBackend ? backend.redisVersion : null;
  }

  private async failedEvents(): Promise<FailedJob[]> {
    const rows = await this.database.query<{
      id: string;
      event: string;
      payload: unknown;
      handler: string;
      queue: QueueName | null;
      attempts: number | null;
    }>(
      `SELECT outbox.id, outbox.event, payload, gone.handler, known.queue, known.attempts
       FROM outbox CROSS JOIN unnest(failed) AS gone (handler)
         LEFT JOIN event_handler known ON known.event = outbox.event AND known.handler = gone.handler
       WHERE NOT EXISTS (SELECT FROM processed_event WHERE event_id = outbox.id AND handler = gone.handler)`,
    );
    return rows.map(({ id, event, payload, handler, queue, attempts }) => ({
      id: jobId(id, handler),
      queue: queue ?? 'default',
      handler,
      event,
      payload,
      error: 'The queue has lost this job and its error.',
      attempts: attempts ?? 0,
      failedAt: null,
    }));
  }
}

function describe(queue: QueueName, job: Job): FailedJob {
  const { event = null, payload = null } = job.data as Partial<EventJob>;
  return {
    id: job.id ?? '',
    queue,
    handler: job.name,
    event,
    payload,
    error: job.failedReason,
    attempts: job.attemptsMade,
    failedAt: new Date(job.finishedOn ?? job.timestamp),
  };
}
