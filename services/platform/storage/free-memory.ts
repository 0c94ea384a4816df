/**
 * Gives the memory of a chunk back that nobody needs any more. Chunks are small objects with large buffers outside the
 * heap: left to the collector, a hundred megabytes of them pile up before it looks, and then it walks the whole heap.
 * A view of a larger buffer is left alone, for others may see the rest.
 */
export function freeBuffer(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
