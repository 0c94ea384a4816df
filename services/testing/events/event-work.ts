import { z } from 'zod';
import type { Timing } from '../../platform/events/timing.js';
import type { Step } from '../../platform/events/trace.js';

export interface EventWorkerSettings {
  databaseUrl: string;
  queueUrl: string;
  timing: Partial<Timing>;
  /** Dies, or freezes, at this step when it occurs the nth time. */
  crash?: { at: Step | 'handler.running'; nth: number; signal?: 'SIGSTOP' };
  /** A schedule to run. */
  cron?: string;
}

export const workRequested = { name: 'test.work-requested', schema: z.object({ n: z.int() }) };
export const workDone = { name: 'test.work-done', schema: z.object({ n: z.int() }) };
