import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const READ_BYTES = 1 << 20;

/**
 * SHA-256 of a file's bytes in hexadecimal, reading a megabyte per turn of the event loop. Starting a thread would take
 * longer than hashing most files.
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
