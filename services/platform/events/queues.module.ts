import { BullModule, InjectQueue } from '@nestjs/bullmq';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { RedisQueueBackend } from 'bullmq';
import { AnyQueue, AnyWorker } from './queue-classes.js';
import { QueueConnection, QueueConnectionModule } from './queue-connection.js';
import { type QueueName, queueNames } from './queues.js';

BullModule.queueClass = AnyQueue;
BullModule.workerClass = AnyWorker;

/** Every queue of this process, for adding and inspecting jobs. Calls fail fast while the queue's server is down. */
@Injectable()
export class Queues implements OnApplicationShutdown {
  private readonly byName: Record<QueueName, AnyQueue>;

  constructor(
    @InjectQueue('default') defaultQueue: AnyQueue,
    @InjectQueue('probe') probe: AnyQueue,
    @InjectQueue('analysis') analysis: AnyQueue,
    @InjectQueue('copies') copies: AnyQueue,
    @InjectQueue('news') news: AnyQueue,
    @InjectQueue('mail') mail: AnyQueue,
    private readonly connection: QueueConnection,
  ) {
    this.byName = { default: defaultQueue, probe, analysis, copies, news, mail };
    for (const queue of Object.values(this.byName)) connection.reportErrors(queue);
  }

  get(name: QueueName): AnyQueue {
    return this.byName[name];
  }

  /** The output of Redis's `INFO`; undefined on PostgreSQL. */
  async redisSettings(): Promise<Record<string, string> | undefined> {
    const backend = this.byName.default.getBackend();
    if (!(backend instanceof RedisQueueBackend)) return undefined;
    const lines = (await (await backend.client).info()).split('\r\n').filter((line) => line.includes(':'));
    return Object.fromEntries(lines.map((line) => line.split(':', 2)));
  }

  /** Nest calls this after the workers have closed, which they do before the application shuts down. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.byName).map((queue) => queue.close()));
    await this.connection.close();
  }
}

/** Registers BullMQ's queues through Nest's module, on the server of `QUEUE_URL`. */
@Module({
  imports: [
    QueueConnectionModule,
    BullModule.forRootAsync({
      imports: [QueueConnectionModule],
      inject: [QueueConnection],
      useFactory: ({ options }: QueueConnection) => ({ connection: options }),
      // Workers start once the handlers have been checked: see WorkerRuntime.
      extraOptions: { manualRegistration: true },
    }),
    BullModule.registerQueueAsync(...queueNames.map((name) => ({ name, useFactory: () => ({}) }))),
  ],
  providers: [Queues],
  exports: [Queues, QueueConnectionModule],
})
export class QueuesModule {}
