import { createHash, type Hash } from 'node:crypto';
import type { ByteSource } from '../../audio-headers/byte-source.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { soundRange } from '../../audio-tags/tagged.js';
import { type TaggedLayout, taggedSource } from '../../audio-tags/tags.js';
import { Digester, type SamplesRange } from '../../platform/audio/measure/digest.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import type { Storage } from '../../platform/storage/storage.js';

/** Checksums of samples, in hex. */
export interface SampleSums {
  sha256: string;
  /** Also printed by `ffmpeg -c copy -f md5`. */
  md5: string;
}

export interface CopyMeasures {
  /** Checksum of the whole copy. */
  sha256: string;
  crc32: number;
  sampleBytes: number;
  /** The samples of the stored file and of the copy, each found by a reader of headers. */
  own: SampleSums;
  copied: SampleSums;
}

/**
 * Reads a stored file once and computes the checksums of its tagged copy. Null if one of them has no samples, or not as
 * many as the analysis decoded: a range that is too short would be equal in both.
 */
export async function measureCopy(
  storage: Storage,
  objectKey: string,
  original: ByteSource,
  container: AudioContainer,
  layout: TaggedLayout,
  decodedFrames: number | null,
): Promise<CopyMeasures | null> {
  const ownRange = await soundRange(original, container);
  const copiedRange = await soundRange(taggedSource(layout, original), container);
  if (!ownRange || !copiedRange) return null;
  if ([ownRange, copiedRange].some(({ frames }) => frames !== null && frames !== decodedFrames)) return null;
  const whole = new Digester(null);
  const own = new RangeSums(ownRange);
  const copied = new RangeSums(copiedRange);
  const take = (bytes: Uint8Array): void => {
    whole.update(bytes);
    copied.update(bytes);
  };
  take(layout.head);
  const { body } = await storage.get(objectKey);
  let at = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    own.update(chunk);
    const first = Math.max(0, layout.from - at);
    take(chunk.subarray(first, Math.max(first, layout.to - at)));
    at += chunk.length;
    freeBuffer(chunk);
  }
  take(layout.tail);
  const { sha256, crc32 } = whole.digests();
  return { sha256, crc32, sampleBytes: ownRange.to - ownRange.from, own: own.sums(), copied: copied.sums() };
}

/** Checksums of a range of bytes that arrive in chunks. */
class RangeSums {
  private readonly sha256: Hash = createHash('sha256');
  private readonly md5: Hash = createHash('md5');
  private at = 0;

  constructor(private readonly range: SamplesRange) {}

  update(chunk: Uint8Array): void {
    const first = Math.max(0, this.range.from - this.at);
    const part = chunk.subarray(first, Math.max(first, this.range.to - this.at));
    this.sha256.update(part);
    this.md5.update(part);
    this.at += chunk.length;
  }

  sums(): SampleSums {
    return { sha256: this.sha256.digest('hex'), md5: this.md5.digest('hex') };
  }
}
