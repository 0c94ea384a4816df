import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { LOGGER, type Logger } from '../log.js';
import { handlersOf } from './decorators.js';
import { EventWorker } from './event-worker.js';

/** Starts the event core with every `@On` and `@Every` of the application's providers, and stops it in order. */
@Injectable()
export class WorkerRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: EventWorker | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { databaseUrl, queueUrl, analysisConcurrency } = this.config;
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    const providers = new Set(instances.filter((instance): instance is object => instance instanceof Object));
    this.worker = await EventWorker.start({
      database: this.database,
      databaseUrl,
      queueUrl,
      handlers: [...providers].flatMap(handlersOf),
      concurrency: { default: 8, probe: analysisConcurrency, analysis: analysisConcurrency, mail: 4 },
      logger: this.logger,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }
}

/** Only for the worker's root: features bring their `.worker` providers. */
@Module({ imports: [DiscoveryModule], providers: [WorkerRuntime] })
export class EventsWorkerModule {}
