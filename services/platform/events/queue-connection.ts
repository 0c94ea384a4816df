import type { EventEmitter } from 'node:events';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { ConnectionOptions } from 'bullmq';
import { Pool } from 'pg';
import { CONFIG, type Config } from '../config.js';
import { IDLE_MS, outliveBreaks, poolOptions } from '../database/client.js';
import { LOGGER, type Logger } from '../log.js';
import type { AnyQueue, AnyWorker } from './queue-classes.js';
import { isPostgresUrl, QUEUE_SCHEMA } from './queue-schema.js';
import { queueNames } from './queues.js';

const REPORT_AGAIN_MS = 60_000;

/** This process's connection to BullMQ: one shared pool on PostgreSQL, the address on Redis. */
@Injectable()
export class QueueConnection {
  readonly options: ConnectionOptions;
  private readonly pool: Pool | undefined;
  private readonly reported = new Map<string, number>();

  constructor(
    @Inject(CONFIG) { queueUrl }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.pool = isPostgresUrl(queueUrl) ? createPool(queueUrl, logger) : undefined;
    // While Redis is down a call fails at once instead of waiting in the client.
    this.options = this.pool ?? { url: queueUrl, enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy };
  }

  /**
   * Logs the errors of a queue or a worker. In an outage every connection repeats the same error, so each message is
   * logged once a minute.
   */
  reportErrors(source: AnyQueue | AnyWorker): void {
    const emitter: EventEmitter = source;
    emitter.on('error', (error: Error) => {
      const now = Date.now();
      for (const [message, at] of this.reported) if (now > at + REPORT_AGAIN_MS) this.reported.delete(message);
      if (this.reported.has(error.message)) return;
      this.reported.set(error.message, now);
      this.logger.warn({ err: error, queue: source.name }, 'The queue reports an error');
    });
  }

  /** Call it after queues and workers have closed. */
  async close(): Promise<void> {
    if (this.pool && !this.pool.ending) await this.pool.end();
  }
}

/**
 * By default BullMQ's pauses grow to 20 s, so after a long outage the queue would return that much later than its
 * server.
 */
const retryStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000);

function createPool(url: string, logger: Logger): Pool {
  const pool = new Pool({
    ...poolOptions,
    connectionString: url,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'lacquer queue',
    // Each worker keeps one connection to listen on; the others are shared.
    max: queueNames.length + 8,
    idleTimeoutMillis: IDLE_MS,
    onConnect: outliveBreaks,
  });
  pool.setMaxListeners(0);
  pool.on('error', (error) => logger.warn({ err: error }, 'An idle connection to the queue broke'));
  return pool;
}

@Module({ providers: [QueueConnection], exports: [QueueConnection] })
export class QueueConnectionModule {}
