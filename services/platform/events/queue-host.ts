import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Type } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobProcessor } from './processor.js';
import type { AnyWorker } from './queue-classes.js';
import { QueueConnection } from './queue-connection.js';
import type { QueueName } from './queues.js';
import type { Timing } from './timing.js';

/** The Nest host of one queue's BullMQ worker. */
export abstract class QueueHost extends WorkerHost {
  /** Starts logging the worker's errors. Call it once the worker is registered. */
  abstract watch(): void;

  /** Nest's types allow workers on Redis only. */
  get anyWorker(): AnyWorker {
    return this.worker as unknown as AnyWorker;
  }
}

/** @returns a class that takes the queue's jobs, `concurrency` of them at once. */
export function queueHost(name: QueueName, concurrency: number, { lockMs, stalledMs }: Timing): Type<QueueHost> {
  @Processor(name, {
    concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledMs,
    // The processor counts instead, so that there is only one way to give up.
    maxStalledCount: 1_000_000,
    runRetryDelay: 1_000,
  })
  class Host extends QueueHost {
    constructor(
      private readonly processor: JobProcessor,
      private readonly connection: QueueConnection,
    ) {
      super();
    }

    watch(): void {
      this.connection.reportErrors(this.anyWorker);
    }

    // BullMQ passes a signal only to functions that declare the third parameter.
    override process(job: Job, token: string | undefined, signal?: AbortSignal): Promise<void> {
      return this.processor.process(job, token, signal);
    }
  }
  return Host;
}
