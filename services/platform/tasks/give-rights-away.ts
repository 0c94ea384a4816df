import { flushCompileCache } from 'node:module';

/** Drops the process's rights. Called at the start of a confined process, once its code has been loaded. */
export function giveRightsAway(): void {
  // Only tests and benchmarks have a cache. It is written now, while this process still may.
  flushCompileCache();
  const [uid, gid] = process.argv.slice(2).map(Number);
  if (uid === undefined || gid === undefined) return;
  process.setgroups!([]);
  process.setgid!(gid);
  process.setuid!(uid);
}
