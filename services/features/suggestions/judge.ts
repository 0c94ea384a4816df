import { TaskProcess } from '../../platform/tasks/task-process.js';
import type { Batch, Judged } from './judge-batch.js';

/** Names that are alike by the hundred take seconds, and who asks has other things to do. */
const JUDGE = new URL(import.meta.url.endsWith('.ts') ? './judge.child.ts' : './judge.child.js', import.meta.url);
const MAX_RSS_BYTES = 768 * 1024 ** 2;

/** Judges batches one after the other, in a process of its own. */
export const openJudge = (timeoutMs: number): TaskProcess<Batch, Judged> =>
  new TaskProcess(JUDGE, { timeoutMs, maxRssBytes: MAX_RSS_BYTES });
