import type { ByteSource } from '../../audio-headers/byte-source.js';
import type { Storage } from './storage.js';

/** Headers are close together: a store across a network is asked for blocks. */
const BLOCK_BYTES = 64 << 10;

/** Reads parts of a stored object; the blocks that were read stay in memory as long as this. */
export function objectSource(storage: Storage, key: string, sizeBytes: number): ByteSource {
  const blocks = new Map<number, Promise<Buffer>>();
  const block = (index: number) => {
    const start = index * BLOCK_BYTES;
    const read = async () => {
      const end = Math.min(start + BLOCK_BYTES, sizeBytes) - 1;
      const { body } = await storage.get(key, { start, end });
      const chunks: Buffer[] = [];
      for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks);
    };
    const known = blocks.get(index) ?? read();
    blocks.set(index, known);
    return known;
  };
  return {
    size: sizeBytes,
    async read(offset, length) {
      const end = Math.min(offset + length, sizeBytes);
      if (end <= offset) return new Uint8Array(0);
      const first = Math.floor(offset / BLOCK_BYTES);
      const last = Math.floor((end - 1) / BLOCK_BYTES);
      const parts: Buffer[] = [];
      for (let index = first; index <= last; index++) parts.push(await block(index));
      const from = first * BLOCK_BYTES;
      return Buffer.concat(parts).subarray(offset - from, end - from);
    },
  };
}
