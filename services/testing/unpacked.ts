import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect } from '@jest/globals';
import { type Entry, fromBufferPromise } from 'yauzl';

/** The files of an archive; their checksums are verified. */
export async function unpacked(archive: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    expect(crc32(files[entry.fileName]!)).toBe(entry.crc32);
  }
  return files;
}
