/**
 * Frees the memory of a chunk that is no longer needed. Chunks are small objects with large buffers outside the heap:
 * the garbage collector lets a hundred megabytes of them pile up before it runs, and then walks the whole heap. A view
 * of a larger buffer is kept, because others may see the rest.
 */
export function freeBuffer(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
