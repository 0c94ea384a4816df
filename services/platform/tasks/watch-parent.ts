import { Worker } from 'node:worker_threads';

const WATCH = `
  const parent = require('node:worker_threads').workerData;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 2000);
`;

/**
 * Ends this process with its parent: at once when the channel closes, and from a separate thread when the main thread
 * is stuck in native code.
 */
export function watchParent(): void {
  process.on('disconnect', () => process.exit(0));
  // Node's own start in a thread takes between 4 and 8 MB.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits }).unref();
}
