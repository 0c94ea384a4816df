import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { EventsWorkerModule } from '../../platform/events/events-worker.module.js';
import type { EventsWorkerOptions } from '../../platform/events/worker-runtime.js';
import type { Logger } from '../../platform/log.js';
import { PlatformModule } from '../../platform/platform.module.js';

export interface EventWorkerOptions extends EventsWorkerOptions {
  databaseUrl: string;
  queueUrl: string;
  logger: Logger;
}

export interface RunningEventWorker {
  stop(): Promise<void>;
}

/** Starts a worker with the given handlers and without features, on a separate database pool. */
export async function startEventWorker(options: EventWorkerOptions): Promise<RunningEventWorker> {
  const { databaseUrl, queueUrl, logger, ...worker } = options;
  const config = loadConfig({ DATABASE_URL: databaseUrl, QUEUE_URL: queueUrl, SECRET: 'x'.repeat(32) });
  const database = await Database.connect({
    url: databaseUrl,
    entities: [],
    poolSize: 20,
    applicationName: 'test worker',
    onPoolError: () => undefined,
  });

  @Module({ imports: [PlatformModule.core({ config, logger, database }), EventsWorkerModule.of(worker)] })
  class Worker {}

  try {
    const application = await NestFactory.createApplicationContext(Worker, { logger: false, abortOnError: false });
    return { stop: () => application.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
