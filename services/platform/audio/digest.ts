import { Worker } from 'node:worker_threads';

/** Its own thread, so that hashing takes the other core; as text, so that it needs no file of its own when built. */
const HASH = `
  const { createHash } = require('node:crypto');
  const { openSync, readSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const fd = openSync(workerData, 'r');
  for (let length; (length = readSync(fd, buffer)) > 0; ) hash.update(buffer.subarray(0, length));
  parentPort.postMessage(hash.digest('hex'));
`;

/** SHA-256 of a file's bytes in hexadecimal. */
export function sha256Of(path: string): Promise<string> {
  const worker = new Worker(HASH, { eval: true, workerData: path });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
