import {
  type BackendFactory,
  type ConnectionOptions,
  type Processor,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Pool } from 'pg';
import type { Line } from './line.js';
import { createPostgresQueue } from './postgres-queue.js';
import { createRedisQueue } from './redis-queue.js';

/** PostgreSQL for a pool, Redis for anything else. */
const backendFor = (connection: ConnectionOptions): BackendFactory<Line> =>
  connection instanceof Pool ? createPostgresQueue : createRedisQueue;

/** A BullMQ queue on PostgreSQL or Redis. */
export class AnyQueue extends Queue<unknown, unknown, string, unknown, unknown, string, Line> {
  constructor(name: string, options: QueueOptions) {
    super(name, options, backendFor(options.connection));
  }
}

/** A BullMQ worker on PostgreSQL or Redis. */
export class AnyWorker extends Worker<unknown, unknown, string, Line> {
  constructor(name: string, processor: Processor, options: WorkerOptions) {
    const { connection } = options;
    const waiting = connection instanceof Pool ? connection : waitForRedis(connection);
    super(name, processor, { ...options, connection: waiting }, backendFor(connection));
    // Another worker has taken the job: stop the handler, which can no longer commit.
    this.on('lockRenewalFailed', (ids: string[]) => ids.forEach((id) => this.cancelJob(id, 'lock lost')));
  }
}

/** A worker waits for its server. A queue does not, because its caller is waiting. */
function waitForRedis(connection: ConnectionOptions): ConnectionOptions {
  return { ...connection, enableOfflineQueue: true, maxRetriesPerRequest: null };
}
