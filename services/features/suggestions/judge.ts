import { FairTasks } from '../../platform/tasks/fair-tasks.js';
import type { Batch, Judged } from './judge-batch.js';

/** Names that are alike by the hundred take seconds, and who asks has other things to do. */
const JUDGE = new URL(import.meta.url.endsWith('.ts') ? './judge.child.ts' : './judge.child.js', import.meta.url);
const MAX_RSS_BYTES = 768 * 1024 ** 2;

/** Judges batches in processes of their own; the studios take turns. */
export const openJudge = (timeoutMs: number): FairTasks<Batch, Judged> =>
  new FairTasks(JUDGE, { timeoutMs, maxRssBytes: MAX_RSS_BYTES });
