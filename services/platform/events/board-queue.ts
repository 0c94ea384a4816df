import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { BeforeHook, QueueJob } from '@bull-board/api/typings/app';
import type { Queue } from 'bullmq';
import { AppError } from '../errors.js';
import type { QueueAdmin } from './queue-admin.js';
import type { QueueName } from './queues.js';

type Job = QueueJob & { id?: string | undefined; getState(): Promise<string> };

/**
 * A queue as the dashboard shows it. Retrying and dismissing a failed job go through QueueAdmin, so that the outbox is
 * updated too.
 */
export class BoardQueue extends BullMQAdapter {
  override readonly allowCompletedRetries = false;

  constructor(
    private readonly admin: QueueAdmin,
    private readonly boardQueue: QueueName,
  ) {
    // The adapter's types allow queues on Redis only; at run time it uses the queue's backend.
    super(admin.queue(boardQueue) as unknown as Queue, { allowRetries: true });
  }

  override async getJob(id: string): ReturnType<BullMQAdapter['getJob']> {
    const job = await super.getJob(id);
    return job && this.changedByAdmin(job);
  }

  override async getJobs(...args: Parameters<BullMQAdapter['getJobs']>): ReturnType<BullMQAdapter['getJobs']> {
    return (await super.getJobs(...args)).map((job) => this.changedByAdmin(job));
  }

  private changedByAdmin<T extends Job>(job: T): T {
    job.retry = () => withStatus(this.admin.retry(this.boardQueue, job.id ?? ''));
    job.remove = () => withStatus(this.admin.dismiss(this.boardQueue, job.id ?? ''));
    const promote = job.promote.bind(job);
    job.promote = async () => {
      await promote().catch(async (error: unknown) => {
        if ((await job.getState()) === 'delayed') throw error;
        throw Object.assign(new Error('Only a delayed job can be promoted'), { statusCode: 409 });
      });
    };
    return job;
  }
}

/**
 * The dashboard answers with an error's `statusCode`, or else 500. Acting on a job that has not failed is the caller's
 * mistake.
 */
async function withStatus(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    throw error instanceof AppError ? Object.assign(new Error(error.message), { statusCode: error.status }) : error;
  });
}

/**
 * The dashboard's permissions: jobs come only from events and schedules, so none are added or edited there, and only
 * failed ones can be dismissed.
 */
const CHANGES = [
  '/api/queues/pause',
  '/api/queues/resume',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
  '/api/queues/:queueName/promote',
  '/api/queues/:queueName/retry/:queueStatus',
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/:jobId/clean',
  '/api/queues/:queueName/:jobId/promote',
];

export const lookAndRetry: BeforeHook = ({ method, route }) => {
  if (method === 'get' || CHANGES.includes(route)) return { allow: true };
  return {
    allow: false,
    message: 'Jobs come from events and schedules: here they are looked at, retried, and dismissed where they failed.',
  };
};
