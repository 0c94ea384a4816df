import type { LatheFacts } from '../../platform/audio/facts.js';
import { LatheMeter } from '../../platform/audio/measure/lathe.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import type { Storage } from '../../platform/storage/storage.js';
import { sampleAt } from './pcm.js';
import type { FoundSamples } from './sides.lib.js';

/** The meter takes blocks of this length. */
const BLOCK_S = 0.1;

/** Reads the samples of a stereo master once and measures what concerns the lathe. */
export async function measureVinyl(
  storage: Storage,
  { objectKey, from, sizeBytes, format }: FoundSamples,
  integratedLufs: number | null,
  signal: AbortSignal,
): Promise<LatheFacts> {
  const rate = format.sampleRateHz!;
  const meter = new LatheMeter(rate);
  if (sizeBytes === 0) return meter.finish(integratedLufs);
  const width = { bytes: format.storedBits / 8, float: format.encoding === 'float' };
  const block = new Float64Array(2 * Math.round(rate * BLOCK_S));
  let filled = 0;
  let rest = Buffer.alloc(0);
  const { body } = await storage.get(objectKey, { start: from, end: from + sizeBytes - 1 });
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      const bytes = Buffer.concat([rest, chunk]);
      freeBuffer(chunk);
      const whole = bytes.length - (bytes.length % width.bytes);
      for (let at = 0; at < whole; at += width.bytes) {
        block[filled] = sampleAt(bytes, at, width);
        filled += 1;
        if (filled < block.length) continue;
        meter.push(block);
        filled = 0;
      }
      rest = Buffer.from(bytes.subarray(whole));
    }
  } finally {
    body.destroy();
  }
  meter.push(block.subarray(0, filled));
  return meter.finish(integratedLufs);
}
