import {
  type BeforeApplicationShutdown,
  type DynamicModule,
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
import type { EventDefinition } from './define-event.js';
import { EventWorker } from './event-worker.js';

const EVENTS = Symbol('events');

/** Starts the event core with every `@On` and `@Every` of the application's providers, and stops it in order. */
@Injectable()
export class WorkerRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: EventWorker | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(EVENTS) private readonly events: readonly EventDefinition[],
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
      events: this.events,
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
export class EventsWorkerModule {
  /** The start fails when one of these events has no handler. */
  static of(events: readonly EventDefinition[]): DynamicModule {
    return { module: EventsWorkerModule, providers: [{ provide: EVENTS, useValue: events }] };
  }
}
