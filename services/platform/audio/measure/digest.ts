import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import { soundRange } from '../../../audio-tags/tagged.js';
import { fileSource } from '../read/file-source.js';

const READ_BYTES = 1 << 20;

/** Range of the samples or frames in a file; `to` is exclusive. */
export interface SamplesRange {
  from: number;
  to: number;
}

export interface Digests {
  /** Hexadecimal, lower case. */
  sha256: string;
  /** Unsigned; what a ZIP archive says of a file. */
  crc32: number;
}

export interface SoundDigests extends Digests {
  /** Hexadecimal, of the samples or frames alone, so that it stays the same when tags change; null if they were not found. */
  samplesSha256: string | null;
}

/**
 * Checksums of a file, reading a megabyte per turn of the event loop. Starting a thread would take longer than hashing
 * most files.
 */
export async function digestsOf(path: string, container: AudioContainer): Promise<SoundDigests> {
  const file = await open(path);
  try {
    const digester = new Digester(await soundRange(await fileSource(file), container).catch(() => null));
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let at = 0, length; (length = (await file.read(buffer, 0, READ_BYTES, at)).bytesRead) > 0; at += length)
      digester.update(buffer.subarray(0, length));
    return digester.digests();
  } finally {
    await file.close();
  }
}

/** Computes all checksums of bytes that arrive in chunks. */
export class Digester {
  private readonly hash = createHash('sha256');
  private readonly samples = createHash('sha256');
  private readonly range: SamplesRange | null;
  private crc = 0;
  private at = 0;

  constructor(range: SamplesRange | null) {
    this.range = range;
  }

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
    this.crc = crc32(chunk, this.crc);
    if (this.range) {
      const first = Math.max(0, this.range.from - this.at);
      this.samples.update(chunk.subarray(first, Math.max(first, this.range.to - this.at)));
    }
    this.at += chunk.length;
  }

  /** May be called once. */
  digests(): SoundDigests {
    const samplesSha256 = this.range ? this.samples.digest('hex') : null;
    return { sha256: this.hash.digest('hex'), crc32: this.crc, samplesSha256 };
  }
}
