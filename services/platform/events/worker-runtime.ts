import { BullRegistrar } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { LOGGER, type Logger } from '../log.js';
import { handlersOf } from './decorators.js';
import type { EventDefinition } from './define-event.js';
import { checkHandlers, type Handler } from './handler.js';
import type { QueueHost } from './queue-host.js';
import type { Concurrency } from './queues.js';
import { Queues } from './queues.module.js';
import { Relay } from './relay.js';
import { Schedules } from './schedules.js';
import { checkRedis } from './server-checks.js';
import { Sweeper } from './sweeper.js';
import type { Timing } from './timing.js';
import type { Trace } from './trace.js';

export interface EventsWorkerOptions {
  /** The start fails when one of them has no handler. */
  events: readonly EventDefinition[];
  concurrency: Concurrency;
  /** In addition to every `@On` and `@Every` of the application's providers. */
  handlers?: readonly Handler[];
  timing?: Timing;
  trace?: Trace;
}

/** The part of the runtime that the module provides and the processor reads. */
@Injectable()
export class WorkerState {
  readonly handlers = new Map<string, Handler>();
  stopping = false;

  constructor(
    readonly events: readonly EventDefinition[],
    readonly hosts: readonly Type<QueueHost>[],
    readonly given: readonly Handler[],
    readonly timing: Timing,
    readonly trace: Trace,
  ) {}
}

/** Starts the worker side of the event core (relay, queue workers, schedules, sweeps) and stops it in order. */
@Injectable()
export class WorkerRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: Relay;
  private sweeper: Sweeper | undefined;
  private registered = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly moduleRef: ModuleRef,
    private readonly registrar: BullRegistrar,
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly state: WorkerState,
    @Inject(CONFIG) { databaseUrl }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { timing, trace } = state;
    this.relay = new Relay({ database, databaseUrl, queues, logger, timing, trace });
  }

  /** @throws when a handler exists twice or an event has none. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      await this.beforeApplicationShutdown();
      await this.queues.close();
      throw error;
    }
  }

  /** Stops the relay first, then running handlers; queues and database close after that. */
  async beforeApplicationShutdown(): Promise<void> {
    this.state.stopping = true;
    await this.relay.stop();
    await this.sweeper?.stop();
    const workers = this.registered ? this.hosts().map(({ anyWorker }) => anyWorker) : [];
    for (const worker of workers) worker.cancelAllJobs('shutdown');
    await Promise.all(workers.map((worker) => worker.close()));
  }

  private async start(): Promise<void> {
    const { database, logger, queues, state } = this;
    const handlers = [...state.given, ...this.declaredHandlers()];
    checkHandlers(handlers, state.events);
    await checkRedis(queues, logger);
    for (const handler of handlers) state.handlers.set(handler.name, handler);
    const schedules = new Schedules(
      queues,
      handlers.filter((handler) => handler.kind === 'schedule'),
    );
    const onRestored = () => this.relay.wake();
    const sweeper = new Sweeper({ database, queues, handlers, schedules, logger, timing: state.timing, onRestored });
    await sweeper.registerHandlers();
    this.registrar.register();
    this.registered = true;
    for (const host of this.hosts()) host.watch();
    await schedules.ensure();
    sweeper.start();
    this.sweeper = sweeper;
    await this.relay.start();
  }

  /** Every `@On` and `@Every` of the application's providers. */
  private declaredHandlers(): Handler[] {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    const providers = new Set(instances.filter((instance): instance is object => instance instanceof Object));
    return [...providers].flatMap(handlersOf);
  }

  private hosts(): QueueHost[] {
    return this.state.hosts.map((type) => this.moduleRef.get(type));
  }
}
