import type { INestApplicationContext } from '@nestjs/common';
import { createWorker } from '../worker/worker.js';
import type { TestApp } from './app.js';

/** The real worker beside the test's API, on the same database and storage; close it before the API. */
export const startTestWorker = ({ platform }: TestApp): Promise<INestApplicationContext> => createWorker(platform);
