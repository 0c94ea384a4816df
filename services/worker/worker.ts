import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { nestLogger } from '../platform/log.js';
import type { Platform } from '../platform/platform.module.js';
import { WorkerModule } from './worker.module.js';

/** A running worker. Closing it finishes or gives back its jobs, then closes the database. */
export function createWorker(platform: Platform): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.of(platform), { logger: nestLogger(platform.logger) });
}
