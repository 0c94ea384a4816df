import { Worker } from 'node:worker_threads';

const WATCH = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

/**
 * Ends this process with its parent: at once when the channel closes, and from a thread of its own when the main one
 * is stuck in native code.
 */
export function watchParent(): void {
  process.on('disconnect', () => process.exit(0));
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1 } }).unref();
}
