import type { Database } from '../database/database.js';
import type { Logger } from '../log.js';
import type { EventDefinition } from './define-event.js';
import { checkHandlers, type Handler } from './handler.js';
import { Processor } from './processor.js';
import { QueueBackend } from './queue-backend.js';
import { type Concurrency, queueNames } from './queues.js';
import { Relay } from './relay.js';
import { Schedules } from './schedules.js';
import { checkClock, checkRedis } from './server-checks.js';
import { Sweeper } from './sweeper.js';
import { type Timing, timing as defaultTiming } from './timing.js';
import type { Trace } from './trace.js';

export interface EventWorkerOptions {
  database: Database;
  databaseUrl: string;
  queueUrl: string;
  handlers: readonly Handler[];
  /** Each of them must have a handler. */
  events: readonly EventDefinition[];
  concurrency: Concurrency;
  logger: Logger;
  timing?: Timing;
  trace?: Trace;
}

/** The worker side of the event core: relay, job runners, schedules and sweeps of one process. */
export class EventWorker {
  private stopping = false;

  private constructor(
    private readonly backend: QueueBackend,
    private readonly relay: Relay,
    private readonly sweeper: Sweeper,
  ) {}

  /**
   * Starts everything.
   * @throws when a handler exists twice, an event has none, or this machine's clock is wrong.
   */
  static async start(options: EventWorkerOptions): Promise<EventWorker> {
    const {
      database,
      databaseUrl,
      handlers,
      events,
      logger,
      timing = defaultTiming,
      trace = () => undefined,
    } = options;
    checkHandlers(handlers, events);
    await checkClock(database);
    const backend = new QueueBackend(options.queueUrl, logger);
    const schedules = new Schedules(
      backend,
      handlers.filter((handler) => handler.kind === 'schedule'),
    );
    const relay = new Relay({ database, databaseUrl, backend, logger, timing, trace });
    const sweeper = new Sweeper({
      database,
      backend,
      handlers,
      schedules,
      logger,
      timing,
      onRestored: () => relay.wake(),
    });
    const worker = new EventWorker(backend, relay, sweeper);
    try {
      await checkRedis(backend, logger);
      await sweeper.registerHandlers();
      worker.takeJobs(options, timing, trace);
      await schedules.ensure();
    } catch (error) {
      await worker.stop();
      throw error;
    }
    relay.start();
    sweeper.start();
    return worker;
  }

  /** Relay first, then running handlers, then the queue's connections; the database is the caller's to close. */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    await this.relay.stop();
    await this.sweeper.stop();
    await this.backend.close();
  }

  private takeJobs(
    { database, handlers, concurrency, logger }: EventWorkerOptions,
    timing: Timing,
    trace: Trace,
  ): void {
    const processor = new Processor({
      database,
      handlers: new Map(handlers.map((handler) => [handler.name, handler])),
      logger,
      timing,
      trace,
      stopping: () => this.stopping,
    });
    for (const name of queueNames) {
      this.backend.worker(name, processor.process, {
        concurrency: concurrency[name],
        lockDuration: timing.lockMs,
        stalledInterval: timing.stalledMs,
        // Counted by the processor instead, so that giving up goes one way only.
        maxStalledCount: 1_000_000,
      });
    }
  }
}
