import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Database } from '../database/database.js';
import { LOGGER, type Logger } from '../log.js';
import { JobProcessor } from './processor.js';
import { queueHost } from './queue-host.js';
import { queueNames } from './queues.js';
import { QueuesModule } from './queues.module.js';
import { timing as defaultTiming } from './timing.js';
import { type EventsWorkerOptions, WorkerRuntime, WorkerState } from './worker-runtime.js';

/**
 * Runs every `@On` and `@Every` of the application. Only the worker's root module imports this; features provide
 * `.worker` classes.
 */
@Module({ imports: [DiscoveryModule, QueuesModule], providers: [WorkerRuntime] })
export class EventsWorkerModule {
  static of({ events, concurrency, handlers = [], timing = defaultTiming, trace }: EventsWorkerOptions): DynamicModule {
    const hosts = queueNames.map((name) => queueHost(name, concurrency[name], timing));
    return {
      module: EventsWorkerModule,
      providers: [
        { provide: WorkerState, useFactory: () => new WorkerState(events, hosts, handlers, timing, trace ?? ignore) },
        {
          provide: JobProcessor,
          inject: [Database, LOGGER, WorkerState],
          useFactory: (database: Database, logger: Logger, state: WorkerState) =>
            new JobProcessor({ database, logger, ...state, stopping: () => state.stopping }),
        },
        ...hosts,
      ],
    };
  }
}

const ignore = () => undefined;
