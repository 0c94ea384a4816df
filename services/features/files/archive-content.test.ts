import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { layOutZip, type ZipLayout } from '../../platform/zip/layout.js';
import { describeStores, failing } from '../../testing/servers/stores.js';
import { ArchiveContent, type ArchiveSource, filesWithin } from './archive-content.js';

const SIZES = [300_000, 0, 1, 700_000];

describeStores('archives', (store) => {
  let layout: ZipLayout<ArchiveSource>;
  let keys: string[];

  beforeAll(async () => {
    keys = SIZES.map(() => store.newKey());
    const entries = SIZES.map(async (sizeBytes, n) => {
      const bytes = randomBytes(sizeBytes);
      const objectKey = keys[n]!;
      await store.storage.put(objectKey, bytes, { contentType: 'audio/wav' });
      const source = { objectKey, fileId: String(n), objectBytes: sizeBytes };
      return { name: `${n}.wav`, sizeBytes, crc32: crc32(bytes), modifiedAt: new Date(), source };
    });
    layout = layOutZip<ArchiveSource>(await Promise.all(entries));
  });

  async function read(start: number, end: number): Promise<Buffer> {
    const content = new ArchiveContent(layout, '"etag"', store.storage);
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await content.read({ start, end })) chunks.push(chunk);
      return Buffer.concat(chunks);
    } finally {
      content.close();
    }
  }

  it('return the same bytes for any range as for the whole', async () => {
    const whole = await read(0, layout.sizeBytes - 1);
    expect(whole).toHaveLength(layout.sizeBytes);
    for (let n = 0; n < 100; n += 1) {
      const start = Math.floor(Math.random() * whole.length);
      const end = start + Math.floor(Math.random() * (whole.length - start));
      expect((await read(start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  it('report how much of each file a range contains', () => {
    const [, first] = layout.pieces;
    expect(filesWithin(layout, { start: 0, end: first!.start })).toEqual([]);
    expect(filesWithin(layout, { start: first!.start + 10, end: first!.start + 30 })).toEqual([
      { fileId: '0', sizeBytes: 300_000, start: 10, end: 30 },
    ]);
    expect(filesWithin(layout, { start: 0, end: layout.sizeBytes }).map(({ fileId }) => fileId)).toEqual([
      '0',
      '2',
      '3',
    ]);
  });

  it('leave nothing open when they are not read', async () => {
    const content = new ArchiveContent(layout, '"etag"', store.storage);
    await content.read(null);
    content.close();
  });

  it('fail at an object that is gone or has another length', async () => {
    const last = layout.sizeBytes - 1;
    await store.storage.delete(keys[3]!);
    await expect(read(0, last)).rejects.toEqual(failing('not_found'));
    await store.storage.put(keys[3]!, randomBytes(800_000), { contentType: 'audio/wav' });
    await expect(read(0, last)).rejects.toEqual(failing('unavailable'));
    expect(await read(last - 21, last)).toHaveLength(22);
  });
});
