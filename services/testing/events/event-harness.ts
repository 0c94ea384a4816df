import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import { loadConfig } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { EventHandler, Handler, HandlerContext } from '../../platform/events/handler.js';
import { type FailedJob, QueueAdmin, type QueueCounts } from '../../platform/events/queue-admin.js';
import { QueueAdminModule } from '../../platform/events/queue-admin.module.js';
import { Queues } from '../../platform/events/queues.module.js';
import { type Timing, timing } from '../../platform/events/timing.js';
import { createLogger, type Logger } from '../../platform/log.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { createTestDatabase } from '../servers/postgres.js';
import type { TestRedis } from '../servers/redis.js';
import { until } from '../until.js';
import { type RunningEventWorker, startEventWorker } from './start-event-worker.js';

export const knocked = { name: 'test.knocked', schema: z.object({ n: z.int() }) };

export const silent = createLogger('test', 'silent');

type Run = (n: number, context: HandlerContext) => Promise<void>;

/** A handler of `knocked` on the default queue with three quick attempts. */
export function handler(name: string, run: Run, more: Partial<EventHandler> = {}): EventHandler {
  return {
    kind: 'event',
    name,
    event: knocked,
    queue: 'default',
    attempts: 3,
    backoffMs: 10,
    lowPriority: false,
    run: (payload, context) => run(knocked.schema.parse(payload).n, context),
    ...more,
  };
}

/** A separate database, workers in this process, and a table of notes for handlers to write. */
export class EventHarness {
  private readonly workers: RunningEventWorker[] = [];

  private constructor(
    readonly url: string,
    private readonly redis: TestRedis | undefined,
    readonly database: Database,
    readonly admin: QueueAdmin,
    readonly queues: Queues,
    private readonly application: INestApplicationContext,
    private readonly drop: () => Promise<void>,
  ) {}

  /** @param redis for the queue, if it is not in PostgreSQL. */
  static async open(redis?: TestRedis): Promise<EventHarness> {
    const { url, drop } = await createTestDatabase();
    const database = await Database.connect({
      url,
      entities: [],
      poolSize: 20,
      applicationName: 'test',
      onPoolError: () => undefined,
    });
    await database.query('CREATE TABLE note (text text)');
    const config = loadConfig({ DATABASE_URL: url, QUEUE_URL: redis?.url ?? url, SECRET: 'x'.repeat(32) });

    @Module({ imports: [PlatformModule.core({ config, logger: silent, database }), QueueAdminModule] })
    class Application {}

    const application = await NestFactory.createApplicationContext(Application, { logger: false, abortOnError: false });
    const [admin, queues] = [application.get(QueueAdmin), application.get(Queues)];
    return new EventHarness(url, redis, database, admin, queues, application, drop);
  }

  get queueUrl(): string {
    return this.redis?.url ?? this.url;
  }

  async start(
    handlers: Handler[],
    intervals: Partial<Timing> = {},
    logger: Logger = silent,
    concurrency = 8,
  ): Promise<RunningEventWorker> {
    const worker = await startEventWorker({
      databaseUrl: this.url,
      queueUrl: this.queueUrl,
      handlers,
      events: [knocked],
      concurrency: { default: concurrency, probe: 2, analysis: 2, copies: 1, news: 1, mail: 2 },
      logger,
      timing: { ...timing, stalledMs: 200, postponeMs: 50, ...intervals },
    });
    this.workers.push(worker);
    return worker;
  }

  knock(n = 1): Promise<void> {
    return this.database.transaction(async (tx) => tx.emit(knocked, { n }));
  }

  /** The handler's one effect. */
  async note(context: HandlerContext, text: string): Promise<void> {
    await context.commit((tx) => tx.query('INSERT INTO note VALUES ($1)', [text]));
  }

  async notes(): Promise<string[]> {
    const rows = await this.database.query<{ text: string }>('SELECT text FROM note ORDER BY text');
    return rows.map(({ text }) => text);
  }

  /** Counts of the default queue. */
  async counts(): Promise<QueueCounts> {
    return (await this.admin.counts()).find(({ queue }) => queue === 'default')!;
  }

  /** Waits for the one job of the default queue that fails for good. */
  async failure(): Promise<FailedJob> {
    let [job] = await this.admin.failed('default', 0, 1);
    await until('a failed job', async () => {
      [job] = await this.admin.failed('default', 0, 1);
      return job !== undefined;
    });
    return job as FailedJob;
  }

  /** Stops the workers and forgets all events. */
  async reset(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()));
    await this.redis?.loseData();
    await this.database.query(
      'TRUNCATE outbox, processed_event, event_handler, note, bullmq.job, bullmq.scheduler, bullmq.meta CASCADE',
    );
  }

  async close(): Promise<void> {
    await this.application.close();
    await this.drop();
  }
}
