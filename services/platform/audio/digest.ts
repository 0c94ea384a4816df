import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const READ_BYTES = 1 << 20;

/**
 * SHA-256 of a file's bytes in hexadecimal, a megabyte whenever the event loop turns. A thread of its own would cost
 * more to start than most files take to hash.
 */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const file = await open(path);
  try {
    for (let length; (length = (await file.read(buffer)).bytesRead) > 0;) hash.update(buffer.subarray(0, length));
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
