import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import type { Timing } from '../../platform/events/timing.js';
import type { Step } from '../../platform/events/trace.js';

export interface EventWorkerSettings {
  databaseUrl: string;
  queueUrl: string;
  timing: Partial<Timing>;
  /** Dies, or freezes, at this step, the nth time that it comes. */
  crash?: { at: Step | 'handler.running'; nth: number; signal?: 'SIGSTOP' };
  /** A schedule to keep. */
  cron?: string;
}

export const workRequested = defineEvent('test.work-requested', z.object({ n: z.int() }));
export const workDone = defineEvent('test.work-done', z.object({ n: z.int() }));
