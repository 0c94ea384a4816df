import type { Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ByteLimits, StorageError } from './storage.js';

/**
 * Cuts a source into batches of exactly `batchBytes` (the last may be shorter; an empty source has none). Each batch is
 * a list of the buffers as they arrived, checked against the limits and hashed. The source is not destroyed on failure.
 */
export async function* inBatchesOf(
  source: Readable | Uint8Array,
  batchBytes: number,
  limits: ByteLimits,
  hash?: Hash,
): AsyncGenerator<Uint8Array[], void, void> {
  let batch: Uint8Array[] = [];
  let batched = 0;
  for await (const chunk of counted(source, limits, hash)) {
    let rest = chunk;
    while (batched + rest.length >= batchBytes) {
      const head = rest.subarray(0, batchBytes - batched);
      rest = rest.subarray(head.length);
      yield [...batch, head];
      batch = [];
      batched = 0;
    }
    if (rest.length > 0) {
      batch.push(rest);
      batched += rest.length;
    }
  }
  if (batched > 0) yield batch;
}

/**
 * Yields the chunks of a source as they arrive, checked against the limits and hashed. The source is not destroyed on
 * failure.
 */
export async function* counted(
  source: Readable | Uint8Array,
  limits: ByteLimits,
  hash?: Hash,
): AsyncGenerator<Uint8Array, void, void> {
  let total = 0;
  const chunks = source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : [source];
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    total += chunk.length;
    if (limits.maxBytes !== undefined && total > limits.maxBytes) {
      throw new StorageError('too_large', `More than the allowed ${limits.maxBytes} bytes`);
    }
    if (limits.sizeBytes !== undefined && total > limits.sizeBytes)
      throw mismatch(limits.sizeBytes, total, 'at least ');
    hash?.update(chunk);
    yield chunk;
  }
  if (limits.sizeBytes !== undefined && total !== limits.sizeBytes) throw mismatch(limits.sizeBytes, total);
}

function mismatch(expected: number, actual: number, about = ''): StorageError {
  return new StorageError('size_mismatch', `${expected} bytes were declared, ${about}${actual} arrived`);
}
