import { buffer } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { packed } from './pack';

it('packs files without compression, with checksums that a ZIP reader confirms', async () => {
  const image = new Uint8Array(200_000).map((_, index) => (index * 31) % 251);
  const file = (name: string, bytes: BlobPart) => ({ name, file: new File([bytes], name, { lastModified: 1e12 }) });
  const archive = await packed([file('DDPID', 'DDP 2.00'), file('sub/IMAGE.DAT', image), file('empty', '')]);
  const zip = await fromBufferPromise(Buffer.from(await archive.arrayBuffer()));
  const found: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    expect(entry.compressionMethod).toBe(0);
    found[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  }
  expect(Object.keys(found)).toEqual(['DDPID', 'sub/IMAGE.DAT', 'empty']);
  expect(found['sub/IMAGE.DAT']!.equals(image)).toBe(true);
});
