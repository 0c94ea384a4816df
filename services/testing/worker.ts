import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisWorker } from '../features/audio/analysis.worker.js';
import type { AudioRunner } from '../platform/audio/runner.js';
import { createWorker } from '../worker/worker.js';
import type { TestApp } from './app.js';

/** The real worker beside the test's API, on the same database and storage; close it before the API. */
export async function startTestWorker({ platform }: Pick<TestApp, 'platform'>): Promise<INestApplicationContext> {
  const worker = await createWorker(platform);
  readAllInOneChild(worker);
  return worker;
}

/** Each project has a child process of its own, and starting one takes longer than analysing a test's file. */
function readAllInOneChild(worker: INestApplicationContext): void {
  const { runner } = worker.get<AnalysisWorker, { runner: AudioRunner }>(AnalysisWorker);
  const analyse = runner.analyse.bind(runner);
  runner.analyse = (path, options) => analyse(path, { ...options, owner: 'all projects' });
}
