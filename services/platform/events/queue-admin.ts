import type { Job } from 'bullmq';
import type { Database } from '../database/database.js';
import { notFound } from '../errors.js';
import type { Logger } from '../log.js';
import { QueueBackend } from './queue-backend.js';
import { type EventJob, type QueueName, queueNames } from './queues.js';

export interface QueueCounts {
  queue: QueueName;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
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
  failedAt: Date;
}

/** What the operator sees of the queues, from any process. Connects on first use. */
export class QueueAdmin {
  private readonly backend: QueueBackend;

  constructor(
    private readonly database: Database,
    queueUrl: string,
    logger: Logger,
  ) {
    this.backend = new QueueBackend(queueUrl, logger);
  }

  /** Jobs by queue and state. */
  counts(): Promise<QueueCounts[]> {
    return Promise.all(
      queueNames.map(async (queue) => {
        const counts = await this.backend
          .queue(queue)
          .getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { queue, waiting: waiting + prioritized, active, delayed, failed };
      }),
    );
  }

  /** Events that no relay has taken yet, and the age of the oldest in seconds (0 when there is none). */
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
    const jobs = await this.backend.queue(queue).getJobs('failed', offset, offset + limit - 1, false);
    return jobs.map((job) => describe(queue, job));
  }

  /** Gives a failed job all its attempts again. @throws AppError 404 when there is no such failed job. */
  async retry(queue: QueueName, id: string): Promise<void> {
    const job = await this.backend.queue(queue).getJob(id);
    if (!job || !(await job.isFailed())) throw notFound('Failed job');
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  }

  close(): Promise<void> {
    return this.backend.close();
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
