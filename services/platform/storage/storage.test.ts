import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeStores, failing, HOUR_S, sha256 } from '../../testing/servers/stores.js';

describeStores('storage', (store) => {
  it('opens an existing store again', async () => {
    await store.storage.open();
  });

  describe('put and get', () => {
    it('returns the bytes, their number, checksum and type', async () => {
      const key = store.newKey('01 Größe – mix.wav');
      const bytes = randomBytes(300_000);
      const stored = await store.storage.put(key, bytes, { contentType: 'audio/wav' });
      expect(stored).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
      const { body, sizeBytes, contentType, range } = await store.storage.get(key);
      expect(sha256(await buffer(body))).toBe(stored.sha256);
      expect({ sizeBytes, contentType, range }).toEqual({
        sizeBytes: bytes.length,
        contentType: 'audio/wav',
        range: null,
      });
    });

    it('stores a stream of unknown length over several parts', async () => {
      const key = store.newKey();
      const chunks = Array.from({ length: 300 }, () => randomBytes(70_001));
      const stored = await store.storage.put(key, Readable.from(chunks), { contentType: 'audio/wav' });
      const whole = Buffer.concat(chunks);
      expect(stored).toEqual({ sizeBytes: whole.length, sha256: sha256(whole) });
      expect(sha256(await store.read(key))).toBe(stored.sha256);
    });

    it('stores an empty body as an empty object', async () => {
      const key = store.newKey();
      await store.storage.put(key, Readable.from([]), { contentType: 'audio/wav', sizeBytes: 0 });
      expect(await store.read(key)).toHaveLength(0);
      expect(await store.storage.head(key)).toMatchObject({ sizeBytes: 0 });
    });

    it('replaces an object', async () => {
      const key = store.newKey();
      await store.storage.put(key, Buffer.from('the first one'), { contentType: 'audio/wav' });
      const before = await store.storage.head(key);
      await store.storage.put(key, Buffer.from('second'), { contentType: 'audio/wav' });
      expect((await store.read(key)).toString()).toBe('second');
      expect((await store.storage.head(key))?.etag).not.toBe(before?.etag);
    });

    it.each([
      ['too_large', 'more than allowed', { maxBytes: 99 }],
      ['size_mismatch', 'more than declared', { sizeBytes: 99 }],
      ['size_mismatch', 'less than declared', { sizeBytes: 101 }],
    ])('answers %s for %s and keeps what was there', async (code, _, limits) => {
      const key = store.newKey();
      await store.storage.put(key, Buffer.from('before'), { contentType: 'audio/wav' });
      const body = Readable.from([randomBytes(60), randomBytes(40)]);
      await expect(store.storage.put(key, body, { contentType: 'audio/wav', ...limits })).rejects.toEqual(
        failing(code),
      );
      expect((await store.read(key)).toString()).toBe('before');
    });

    it.each([1_000, 12_000_000])('stores nothing of a source that breaks after %d bytes', async (length) => {
      const key = store.newKey();
      async function* broken(): AsyncGenerator<Buffer> {
        for (let sent = 0; sent < length; sent += 1_000) yield Buffer.alloc(1_000);
        throw new Error('line lost');
      }
      const ever = new Date(Date.now() + HOUR_S * 1000);
      await store.storage.sweepUploads(ever);
      await expect(store.storage.put(key, Readable.from(broken()), { contentType: 'audio/wav' })).rejects.toThrow(
        'line lost',
      );
      expect(await store.storage.head(key)).toBeNull();
      expect(await store.storage.sweepUploads(ever)).toBe(0);
    });

    it('treats a source that is destroyed as one that broke', async () => {
      const key = store.newKey();
      const source = new Readable({ read: () => undefined });
      source.push(Buffer.alloc(1_000));
      const storing = store.storage.put(key, source, { contentType: 'audio/wav' });
      source.once('data', () => undefined);
      setImmediate(() => source.destroy());
      await expect(storing).rejects.toThrow();
      expect(await store.storage.head(key)).toBeNull();
    });

    it('lets parallel puts to one key end in one of them', async () => {
      const key = store.newKey();
      const bodies = Array.from({ length: 5 }, () => randomBytes(200_000));
      await Promise.all(bodies.map((body) => store.storage.put(key, body, { contentType: 'audio/wav' })));
      expect(bodies.map(sha256)).toContain(sha256(await store.read(key)));
    });

    it('answers not_found for a missing object', async () => {
      await expect(store.storage.get(store.newKey())).rejects.toEqual(failing('not_found'));
      expect(await store.storage.head(store.newKey())).toBeNull();
      expect(await store.storage.find(store.newKey())).toBeNull();
    });

    it('finds an object before the range to read is chosen', async () => {
      const [key, bytes] = [store.newKey('a.flac'), randomBytes(1_000)];
      await store.storage.put(key, bytes, { contentType: 'audio/flac' });
      for (const range of [null, { start: 10, end: 99 }]) {
        const { read, close, ...info } = (await store.storage.find(key))!;
        expect(info).toEqual(await store.storage.head(key));
        const { start, end } = range ?? { start: 0, end: 999 };
        expect(await buffer(await read(range))).toEqual(bytes.subarray(start, end + 1));
        await close();
      }
      const unread = await store.storage.find(key);
      await unread?.close();
    });
  });

  describe('ranges', () => {
    const bytes = randomBytes(5_000);
    const key = store.newKey();
    beforeAll(() => store.storage.put(key, bytes, { contentType: 'audio/wav' }));

    it.each([
      [
        { start: 0, end: 0 },
        { start: 0, end: 0 },
      ],
      [
        { start: 100, end: 299 },
        { start: 100, end: 299 },
      ],
      [
        { start: 4_990, end: 9_999 },
        { start: 4_990, end: 4_999 },
      ],
    ])('reads %j as %j', async (asked, taken) => {
      const { body, sizeBytes, range } = await store.storage.get(key, asked);
      expect(await buffer(body)).toEqual(bytes.subarray(taken.start, taken.end + 1));
      expect({ sizeBytes, range }).toEqual({ sizeBytes: 5_000, range: taken });
    });

    it.each([
      { start: 5_000, end: 5_001 },
      { start: 3, end: 2 },
    ])('refuses %j', async (range) => {
      await expect(store.storage.get(key, range)).rejects.toEqual(failing('bad_range'));
    });

    it('can be closed after a part was read', async () => {
      const { body } = await store.storage.get(key);
      body.destroy();
      expect(await store.read(key)).toHaveLength(5_000);
    });
  });

  describe('head, copy, delete, list', () => {
    it('returns size, type and time', async () => {
      const key = store.newKey('a.flac');
      await store.storage.put(key, Buffer.alloc(123), { contentType: 'audio/flac' });
      const info = await store.storage.head(key);
      expect(info).toMatchObject({ sizeBytes: 123, contentType: 'audio/flac', etag: expect.stringMatching(/^".+"$/) });
      expect(Math.abs((info?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    it('moves', async () => {
      const [from, to] = [store.newKey('größe.wav'), store.newKey('moved.wav')];
      await store.storage.put(from, Buffer.from('sound'), { contentType: 'audio/wav' });
      await store.storage.move(from, to);
      expect(await store.storage.head(from)).toBeNull();
      expect((await store.read(to)).toString()).toBe('sound');
      await expect(store.storage.move(from, to)).rejects.toEqual(failing('not_found'));
    });

    it('copies, also onto another object, and keeps the copy when the source goes', async () => {
      const [from, to] = [store.newKey('größe.wav'), store.newKey('copy.wav')];
      const bytes = randomBytes(100_000);
      await store.storage.put(from, bytes, { contentType: 'audio/wav' });
      await store.storage.put(to, Buffer.from('other'), { contentType: 'audio/wav' });
      await store.storage.copy(from, to);
      await store.storage.delete(from);
      expect(sha256(await store.read(to))).toBe(sha256(bytes));
      expect(await store.storage.head(to)).toMatchObject({ contentType: 'audio/wav' });
      await expect(store.storage.copy(from, to)).rejects.toEqual(failing('not_found'));
    });

    it('deletes, and ignores deleting again', async () => {
      const key = store.newKey();
      await store.storage.put(key, Buffer.alloc(1), { contentType: 'audio/wav' });
      await store.storage.delete(key);
      await store.storage.delete(key);
      expect(await store.storage.head(key)).toBeNull();
    });

    it('stores while a file of the same folder is deleted', async () => {
      const base = store.newKey('x');
      for (let round = 0; round < 10; round++) {
        await store.storage.put(`${base}/a`, Buffer.alloc(1), { contentType: 'audio/wav' });
        await Promise.all([
          store.storage.delete(`${base}/a`),
          store.storage.put(`${base}/b`, Buffer.alloc(1), { contentType: 'audio/wav' }),
        ]);
        expect(await store.storage.head(`${base}/b`)).toMatchObject({ sizeBytes: 1 });
        await store.storage.delete(`${base}/b`);
      }
    });

    it('lists every key of a prefix and no other', async () => {
      const base = store.newKey('list');
      const keys = ['a/1.wav', 'a/2 ü.wav', 'a/b/3.wav', 'ab/4.wav', 'c.wav'].map((key) => `${base}/${key}`);
      for (const key of keys) await store.storage.put(key, Buffer.alloc(7), { contentType: 'audio/wav' });
      const listed = async (prefix: string): Promise<string[]> => {
        const found: string[] = [];
        for await (const { key, sizeBytes, modifiedAt } of store.storage.list(prefix)) {
          expect({ sizeBytes, dated: modifiedAt.getTime() > 0 }).toEqual({ sizeBytes: 7, dated: true });
          found.push(key);
        }
        return found.sort();
      };
      expect(await listed(`${base}/`)).toEqual([...keys].sort());
      expect(await listed(`${base}/a/`)).toEqual(keys.slice(0, 3).sort());
      expect(await listed(`${base}/a`)).toEqual(keys.slice(0, 4).sort());
      expect(await listed(`${base}/none`)).toEqual([]);
    });
  });

  it('refuses bad keys everywhere', async () => {
    const key = 'a/../../b';
    const upload = { contentType: 'audio/wav', sizeBytes: 1, expiresInS: HOUR_S };
    const calls: (() => Promise<unknown>)[] = [
      () => store.storage.put(key, Buffer.alloc(1), { contentType: 'audio/wav' }),
      () => store.storage.get(key),
      () => store.storage.head(key),
      () => store.storage.find(key),
      () => store.storage.copy(key, 'a'),
      () => store.storage.copy('a', key),
      () => store.storage.delete(key),
      () => store.storage.list('../x')[Symbol.asyncIterator]().next(),
      () => store.storage.signUpload(key, upload),
      () => store.storage.signDownload(key, { ...upload, fileName: 'x' }),
      () => store.storage.withLocalFile(key, async () => undefined),
      () => store.storage.withSparseFile(key, async () => undefined),
      () => store.storage.beginUpload(key, upload),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(failing('bad_key'));
  });

  describe('local files', () => {
    it('provides the whole object as a file, and removes it afterwards', async () => {
      const key = store.newKey();
      const bytes = randomBytes(3_000_000);
      await store.storage.put(key, bytes, { contentType: 'audio/wav' });
      const path = await store.storage.withLocalFile(key, async (local) => {
        expect(sha256(await readFile(local))).toBe(sha256(bytes));
        return local;
      });
      if (store.name !== 'disk') await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(store.storage.withLocalFile(store.newKey(), async () => undefined)).rejects.toEqual(
        failing('not_found'),
      );
    });

    it('rethrows errors of the callback, and leaves no files', async () => {
      const key = store.newKey();
      await store.storage.put(key, Buffer.alloc(10), { contentType: 'audio/wav' });
      let path = '';
      const use = async (local: string): Promise<never> => {
        path = local;
        throw new Error('cannot decode');
      };
      await expect(store.storage.withLocalFile(key, use)).rejects.toThrow('cannot decode');
      if (store.name !== 'disk') await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
      await store.storage.head(key);
    });

    it.each([0, 10, 700_000, 1_048_577, 3_000_000])(
      'provides both ends of %d bytes at their positions',
      async (length) => {
        const key = store.newKey();
        const bytes = randomBytes(length);
        await store.storage.put(key, bytes, { contentType: 'audio/wav' });
        await store.storage.withSparseFile(key, async (local) => {
          const seen = await readFile(local);
          expect(seen).toHaveLength(length);
          expect(sha256(seen.subarray(0, 524_288))).toBe(sha256(bytes.subarray(0, 524_288)));
          expect(sha256(seen.subarray(-524_288))).toBe(sha256(bytes.subarray(-524_288)));
        });
      },
    );
  });
});
