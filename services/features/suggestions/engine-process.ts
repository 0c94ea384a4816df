import { FairTasks } from '../../platform/tasks/fair-tasks.js';
import type { Batch, BatchSuggestions } from './suggest-batch.js';

/** Computing suggestions for hundreds of similar names takes seconds, so it must not block this process. */
const ENGINE = new URL(import.meta.url.endsWith('.ts') ? './engine.child.ts' : './engine.child.js', import.meta.url);
const MAX_RSS_BYTES = 768 * 1024 ** 2;

/** Runs the engine in separate processes; studios take turns. */
export const openEngineProcess = (timeoutMs: number): FairTasks<Batch, BatchSuggestions> =>
  new FairTasks(ENGINE, { timeoutMs, maxRssBytes: MAX_RSS_BYTES });
