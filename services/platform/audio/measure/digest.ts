import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

const READ_BYTES = 1 << 20;

export interface Digests {
  /** Hexadecimal, lower case. */
  sha256: string;
  /** Unsigned; what a ZIP archive says of a file. */
  crc32: number;
}

/**
 * Checksums of a file, reading a megabyte per turn of the event loop. Starting a thread would take longer than hashing
 * most files.
 */
export async function digestsOf(path: string): Promise<Digests> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const file = await open(path);
  const digester = new Digester();
  try {
    for (let length; (length = (await file.read(buffer)).bytesRead) > 0;) digester.update(buffer.subarray(0, length));
  } finally {
    await file.close();
  }
  return digester.digests();
}

/** Computes both checksums of bytes that arrive in chunks. */
export class Digester {
  private readonly hash = createHash('sha256');
  private crc = 0;

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.crc = crc32(chunk, this.crc);
  }

  /** May be called once. */
  digests(): Digests {
    return { sha256: this.hash.digest('hex'), crc32: this.crc };
  }
}
