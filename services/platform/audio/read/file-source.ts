import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../../../audio-headers/byte-source.js';

/** Reads parts of an open file. */
export async function fileSource(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, length)), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}
