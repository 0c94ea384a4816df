import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Processor,
  Queue,
  RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Pool } from 'pg';
import type { Logger } from '../log.js';
import { isPostgresUrl, QUEUE_SCHEMA } from './queue-schema.js';
import { type QueueName, queueNames } from './queues.js';

type BullQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend>;
type BullWorker = Worker<unknown, unknown, string, IQueueBackend>;
type WorkerTuning = Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>;

const REPORT_AGAIN_MS = 60_000;

/** One process's connection to BullMQ, on PostgreSQL or Redis by the scheme of the address. */
export class QueueBackend {
  private readonly queues = new Map<QueueName, BullQueue>();
  private readonly workers: BullWorker[] = [];
  private readonly reported = new Map<string, number>();
  private readonly pool: Pool | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {
    this.pool = isPostgresUrl(url) ? this.createPool() : undefined;
  }

  /** For adding and inspecting jobs; fails fast while the queue's server is away. */
  queue(name: QueueName): BullQueue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue: BullQueue = new Queue(
      name,
      { connection: this.connection({ enableOfflineQueue: false, maxRetriesPerRequest: 1 }) },
      this.factory(),
    );
    queue.on('error', (error) => this.report(name, error));
    this.queues.set(name, queue);
    return queue;
  }

  /** Starts taking jobs. The processor gets the job, its lock's token and a signal. */
  worker(name: QueueName, processor: Processor, tuning: WorkerTuning): void {
    const worker: BullWorker = new Worker(
      name,
      processor,
      { connection: this.connection({ maxRetriesPerRequest: null }), runRetryDelay: 1_000, ...tuning },
      this.factory(),
    );
    worker.on('error', (error) => this.report(name, error));
    worker.on('lockRenewalFailed', (ids: string[]) => ids.forEach((id) => worker.cancelJob(id, 'lock lost')));
    this.workers.push(worker);
  }

  /** What `INFO` says about a Redis server; undefined on PostgreSQL. */
  async redisSettings(): Promise<Record<string, string> | undefined> {
    const backend = this.queue('default').getBackend();
    if (!(backend instanceof RedisQueueBackend)) return undefined;
    const lines = (await (await backend.client).info()).split('\r\n').filter((line) => line.includes(':'));
    return Object.fromEntries(lines.map((line) => line.split(':', 2)));
  }

  /** Tells the running handlers to stop, waits for them, then closes workers, queues and pool in this order. */
  async close(): Promise<void> {
    this.workers.forEach((worker) => worker.cancelAllJobs('shutdown'));
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await this.pool?.end();
  }

  private createPool(): Pool {
    const pool = new Pool({
      connectionString: this.url,
      options: `-c search_path=${QUEUE_SCHEMA}`,
      application_name: 'lacquer queue',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      // Each worker keeps one connection to listen on; the rest is shared.
      max: queueNames.length + 8,
    });
    pool.setMaxListeners(0);
    pool.on('error', (error) => this.logger.warn({ err: error }, 'An idle connection to the queue broke'));
    return pool;
  }

  private connection(redis: object): WorkerOptions['connection'] {
    return this.pool ?? { url: this.url, ...redis };
  }

  private factory(): BackendFactory {
    return (this.pool ? createPostgresBackend : createRedisBackend) as BackendFactory;
  }

  /** An outage makes every connection say the same at every attempt: once a minute is enough. */
  private report(queue: QueueName, error: Error): void {
    const now = Date.now();
    if (now < (this.reported.get(error.message) ?? 0) + REPORT_AGAIN_MS) return;
    this.reported.set(error.message, now);
    this.logger.warn({ err: error, queue }, 'The queue reports an error');
    for (const [message, at] of this.reported) if (now > at + REPORT_AGAIN_MS) this.reported.delete(message);
  }
}
