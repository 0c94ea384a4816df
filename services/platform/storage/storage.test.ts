import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../clock.js';
import { createStorage } from './create.js';
import { createDiskHandler } from './disk-http.js';
import { DiskStorage } from './disk.js';
import type { SignedUpload, Storage } from './storage.js';

/** The S3 run needs TEST_S3_URL (STORAGE_URL's form) and, where they differ, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY. */
const s3Url = process.env.TEST_S3_URL;
if (!s3Url) console.warn('TEST_S3_URL is not set: the storage conformance suite is SKIPPED on S3');

async function openDisk(): Promise<[Storage, () => Promise<void>]> {
  const root = await mkdtemp(join(tmpdir(), 'storage-test-'));
  const server: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = createStorage({ storageUrl: `file:${root}`, publicUrl, secret: 'test secret' });
  const handler = createDiskHandler(storage as DiskStorage, (error) => console.error(error));
  server.on('request', (req, res) => void handler(req, res));
  await storage.open();
  return [
    storage,
    async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(root, { recursive: true });
    },
  ];
}

async function openS3(): Promise<[Storage, () => Promise<void>]> {
  const storage = createStorage({
    storageUrl: s3Url ?? '',
    publicUrl: 'http://localhost',
    secret: 'test secret',
    s3AccessKey: process.env.TEST_S3_ACCESS_KEY ?? 'test:tester',
    s3SecretKey: process.env.TEST_S3_SECRET_KEY ?? 'testing-secret',
  });
  await storage.open();
  return [storage, async () => undefined];
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const failing = (code: string): object => expect.objectContaining({ name: 'StorageError', code }) as object;
const HOUR_S = 3600;

function send(upload: SignedUpload, bytes: Uint8Array): Promise<Response> {
  return fetch(upload.url, { method: upload.method, headers: upload.headers, body: Buffer.from(bytes) });
}

const stores: [string, () => Promise<[Storage, () => Promise<void>]>, boolean][] = [
  ['disk', openDisk, true],
  ['S3', openS3, s3Url !== undefined],
];

for (const [name, open, available] of stores) {
  (available ? describe : describe.skip)(`storage on ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    const folder = `test/${randomUUID()}`;
    let count = 0;
    const newKey = (fileName = 'song.wav'): string => `${folder}/${++count}/${fileName}`;
    const read = async (key: string): Promise<Buffer> => buffer((await storage.get(key)).body);

    beforeAll(async () => {
      [storage, close] = await open();
    });

    afterAll(async () => {
      for await (const { key } of storage.list(`${folder}/`)) await storage.delete(key);
      await close();
    });

    afterEach(() => void jest.restoreAllMocks());

    it('opens again what is there', async () => {
      await storage.open();
    });

    describe('put and get', () => {
      it('gives back the bytes, their number, checksum and type', async () => {
        const key = newKey('01 Größe – mix.wav');
        const bytes = randomBytes(300_000);
        const stored = await storage.put(key, bytes, { contentType: 'audio/wav' });
        expect(stored).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
        const { body, sizeBytes, contentType, range } = await storage.get(key);
        expect(sha256(await buffer(body))).toBe(stored.sha256);
        expect({ sizeBytes, contentType, range }).toEqual({ sizeBytes: bytes.length, contentType: 'audio/wav', range: null });
      });

      it('stores a stream of unknown length over several parts', async () => {
        const key = newKey();
        const chunks = Array.from({ length: 300 }, () => randomBytes(70_001));
        const stored = await storage.put(key, Readable.from(chunks), { contentType: 'audio/wav' });
        const whole = Buffer.concat(chunks);
        expect(stored).toEqual({ sizeBytes: whole.length, sha256: sha256(whole) });
        expect(sha256(await read(key))).toBe(stored.sha256);
      });

      it('stores nothing at all as an empty object', async () => {
        const key = newKey();
        await storage.put(key, Readable.from([]), { contentType: 'audio/wav', sizeBytes: 0 });
        expect(await read(key)).toHaveLength(0);
        expect(await storage.head(key)).toMatchObject({ sizeBytes: 0 });
      });

      it('replaces an object', async () => {
        const key = newKey();
        await storage.put(key, Buffer.from('the first one'), { contentType: 'audio/wav' });
        const before = await storage.head(key);
        await storage.put(key, Buffer.from('second'), { contentType: 'audio/wav' });
        expect((await read(key)).toString()).toBe('second');
        expect((await storage.head(key))?.etag).not.toBe(before?.etag);
      });

      it.each([
        ['too_large', 'more than allowed', { maxBytes: 99 }],
        ['size_mismatch', 'more than announced', { sizeBytes: 99 }],
        ['size_mismatch', 'less than announced', { sizeBytes: 101 }],
      ])('answers %s for %s and keeps what was there', async (code, _, limits) => {
        const key = newKey();
        await storage.put(key, Buffer.from('before'), { contentType: 'audio/wav' });
        const body = Readable.from([randomBytes(60), randomBytes(40)]);
        await expect(storage.put(key, body, { contentType: 'audio/wav', ...limits })).rejects.toEqual(failing(code));
        expect((await read(key)).toString()).toBe('before');
      });

      it.each([1_000, 12_000_000])('leaves nothing of a source that breaks after %d bytes', async (length) => {
        const key = newKey();
        async function* broken(): AsyncGenerator<Buffer> {
          for (let sent = 0; sent < length; sent += 1_000) yield Buffer.alloc(1_000);
          throw new Error('line lost');
        }
        await expect(storage.put(key, Readable.from(broken()), { contentType: 'audio/wav' })).rejects.toThrow('line lost');
        expect(await storage.head(key)).toBeNull();
      });

      it('takes a source that is destroyed for one that broke', async () => {
        const key = newKey();
        const source = new Readable({ read: () => undefined });
        source.push(Buffer.alloc(1_000));
        const storing = storage.put(key, source, { contentType: 'audio/wav' });
        source.once('data', () => undefined);
        setImmediate(() => source.destroy());
        await expect(storing).rejects.toThrow();
        expect(await storage.head(key)).toBeNull();
      });

      it('lets parallel puts to one key end in one of them', async () => {
        const key = newKey();
        const bodies = Array.from({ length: 5 }, () => randomBytes(200_000));
        await Promise.all(bodies.map((body) => storage.put(key, body, { contentType: 'audio/wav' })));
        expect(bodies.map(sha256)).toContain(sha256(await read(key)));
      });

      it('answers not_found for what is not there', async () => {
        await expect(storage.get(newKey())).rejects.toEqual(failing('not_found'));
        expect(await storage.head(newKey())).toBeNull();
      });
    });

    describe('ranges', () => {
      const bytes = randomBytes(5_000);
      const key = newKey();
      beforeAll(() => storage.put(key, bytes, { contentType: 'audio/wav' }));

      it.each([
        [{ start: 0, end: 0 }, { start: 0, end: 0 }],
        [{ start: 100, end: 299 }, { start: 100, end: 299 }],
        [{ start: 4_990, end: 9_999 }, { start: 4_990, end: 4_999 }],
      ])('reads %j as %j', async (asked, taken) => {
        const { body, sizeBytes, range } = await storage.get(key, asked);
        expect(await buffer(body)).toEqual(bytes.subarray(taken.start, taken.end + 1));
        expect({ sizeBytes, range }).toEqual({ sizeBytes: 5_000, range: taken });
      });

      it.each([{ start: 5_000, end: 5_001 }, { start: 3, end: 2 }])('refuses %j', async (range) => {
        await expect(storage.get(key, range)).rejects.toEqual(failing('bad_range'));
      });

      it('can be left half read', async () => {
        const { body } = await storage.get(key);
        body.destroy();
        expect(await read(key)).toHaveLength(5_000);
      });
    });

    describe('head, copy, delete, list', () => {
      it('tells size, type and time', async () => {
        const key = newKey('a.flac');
        await storage.put(key, Buffer.alloc(123), { contentType: 'audio/flac' });
        const info = await storage.head(key);
        expect(info).toMatchObject({ sizeBytes: 123, contentType: 'audio/flac', etag: expect.stringMatching(/^".+"$/) });
        expect(Math.abs((info?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      });

      it('copies, also onto another object, and keeps the copy when the source goes', async () => {
        const [from, to] = [newKey('größe.wav'), newKey('copy.wav')];
        const bytes = randomBytes(100_000);
        await storage.put(from, bytes, { contentType: 'audio/wav' });
        await storage.put(to, Buffer.from('other'), { contentType: 'audio/wav' });
        await storage.copy(from, to);
        await storage.delete(from);
        expect(await read(to)).toEqual(bytes);
        expect(await storage.head(to)).toMatchObject({ contentType: 'audio/wav' });
        await expect(storage.copy(from, to)).rejects.toEqual(failing('not_found'));
      });

      it('deletes, and does not mind deleting again', async () => {
        const key = newKey();
        await storage.put(key, Buffer.alloc(1), { contentType: 'audio/wav' });
        await storage.delete(key);
        await storage.delete(key);
        expect(await storage.head(key)).toBeNull();
      });

      it('stores beside a parallel deletion in the same folder', async () => {
        const base = newKey('x');
        for (let round = 0; round < 10; round++) {
          await storage.put(`${base}/a`, Buffer.alloc(1), { contentType: 'audio/wav' });
          await Promise.all([storage.delete(`${base}/a`), storage.put(`${base}/b`, Buffer.alloc(1), { contentType: 'audio/wav' })]);
          expect(await storage.head(`${base}/b`)).toMatchObject({ sizeBytes: 1 });
          await storage.delete(`${base}/b`);
        }
      });

      it('lists every key of a prefix and no other', async () => {
        const base = newKey('list');
        const keys = ['a/1.wav', 'a/2 ü.wav', 'a/b/3.wav', 'ab/4.wav', 'c.wav'].map((key) => `${base}/${key}`);
        for (const key of keys) await storage.put(key, Buffer.alloc(7), { contentType: 'audio/wav' });
        const listed = async (prefix: string): Promise<string[]> => {
          const found: string[] = [];
          for await (const { key, sizeBytes, modifiedAt } of storage.list(prefix)) {
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
        () => storage.put(key, Buffer.alloc(1), { contentType: 'audio/wav' }),
        () => storage.get(key),
        () => storage.head(key),
        () => storage.copy(key, 'a'),
        () => storage.copy('a', key),
        () => storage.delete(key),
        () => storage.list('../x')[Symbol.asyncIterator]().next(),
        () => storage.signUpload(key, upload),
        () => storage.signDownload(key, { ...upload, fileName: 'x' }),
        () => storage.withLocalFile(key, async () => undefined),
        () => storage.withSparseFile(key, async () => undefined),
        () => storage.beginUpload(key, upload),
      ];
      for (const call of calls) await expect(call()).rejects.toEqual(failing('bad_key'));
    });

    describe('local files', () => {
      it('shows the whole object as a file, and nothing stays', async () => {
        const key = newKey();
        const bytes = randomBytes(3_000_000);
        await storage.put(key, bytes, { contentType: 'audio/wav' });
        const path = await storage.withLocalFile(key, async (local) => {
          expect(sha256(await readFile(local))).toBe(sha256(bytes));
          return local;
        });
        if (name !== 'disk') await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
        await expect(storage.withLocalFile(newKey(), async () => undefined)).rejects.toEqual(failing('not_found'));
      });

      it('passes on what the user of the file throws, and nothing stays', async () => {
        const key = newKey();
        await storage.put(key, Buffer.alloc(10), { contentType: 'audio/wav' });
        let path = '';
        const use = async (local: string): Promise<never> => {
          path = local;
          throw new Error('cannot decode');
        };
        await expect(storage.withLocalFile(key, use)).rejects.toThrow('cannot decode');
        if (name !== 'disk') await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
        await storage.head(key);
      });

      it.each([0, 10, 700_000, 1_048_577, 3_000_000])('shows both ends of %d bytes at their places', async (length) => {
        const key = newKey();
        const bytes = randomBytes(length);
        await storage.put(key, bytes, { contentType: 'audio/wav' });
        await storage.withSparseFile(key, async (local) => {
          const seen = await readFile(local);
          expect(seen).toHaveLength(length);
          expect(sha256(seen.subarray(0, 524_288))).toBe(sha256(bytes.subarray(0, 524_288)));
          expect(sha256(seen.subarray(-524_288))).toBe(sha256(bytes.subarray(-524_288)));
        });
      });
    });

    describe('signed uploads', () => {
      const options = { contentType: 'audio/wav', sizeBytes: 1_000, expiresInS: HOUR_S };

      it('take exactly the announced bytes', async () => {
        const key = newKey('01 Größe (mix) #1 & 100% +.wav');
        const bytes = randomBytes(1_000);
        const upload = await storage.signUpload(key, options);
        expect(Math.abs(upload.expiresAt.getTime() - Date.now() - HOUR_S * 1000)).toBeLessThan(60_000);
        expect((await send(upload, bytes)).status).toBe(200);
        expect(await read(key)).toEqual(bytes);
        expect((await send(upload, bytes)).status).toBe(200);
      });

      it.each([
        ['another length', (upload: SignedUpload): Promise<Response> => send(upload, randomBytes(999))],
        ['another type', (upload) => send({ ...upload, headers: { 'Content-Type': 'text/html' } }, randomBytes(1_000))],
        ['another key', (upload) => send({ ...upload, url: upload.url.replace('song.wav', 'sonG.wav') }, randomBytes(1_000))],
        ['another method', (upload) => fetch(upload.url, { method: 'DELETE' })],
        ['reading', (upload) => fetch(upload.url)],
        ['a later expiry', (upload) => send({ ...upload, url: upload.url.replace(/(expires=\d+|X-Amz-Expires=\d+)/i, '$10') }, randomBytes(1_000))],
        ['no signature', (upload) => send({ ...upload, url: upload.url.replace(/[&?](X-Amz-)?Signature=[^&]*/i, '') }, randomBytes(1_000))],
      ] as [string, (upload: SignedUpload) => Promise<Response>][])('refuse %s', async (_, request) => {
        const key = newKey();
        const response = await request(await storage.signUpload(key, options));
        expect([400, 403, 404]).toContain(response.status);
        expect(await storage.head(key)).toBeNull();
      });

      it('end at their time', async () => {
        const key = newKey();
        jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 2 * HOUR_S * 1000));
        const upload = await storage.signUpload(key, options);
        jest.restoreAllMocks();
        expect(upload.expiresAt.getTime()).toBeLessThan(Date.now());
        expect((await send(upload, randomBytes(1_000))).status).toBe(403);
        expect(await storage.head(key)).toBeNull();
      });
    });

    describe('signed downloads', () => {
      const bytes = randomBytes(50_000);
      const key = newKey('01 – stored name.wav');
      const options = { fileName: 'Größe "1".wav', contentType: 'audio/wav', expiresInS: HOUR_S };
      beforeAll(() => storage.put(key, bytes, { contentType: 'audio/wav' }));

      it('answer the bytes under the name to save', async () => {
        const response = await fetch(await storage.signDownload(key, options));
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('audio/wav');
        expect(response.headers.get('content-disposition')).toBe(
          'attachment; filename="Gro_e _1_.wav"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%221%22.wav',
        );
        expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      });

      it('answer ranges', async () => {
        const url = await storage.signDownload(key, { ...options, inline: true });
        const response = await fetch(url, { headers: { Range: 'bytes=100-199' } });
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe('bytes 100-199/50000');
        expect(response.headers.get('content-disposition')).toMatch(/^inline/);
        expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(100, 200));
        expect((await fetch(url, { headers: { Range: 'bytes=50000-' } })).status).toBe(416);
      });

      it('never answer a page', async () => {
        const response = await fetch(await storage.signDownload(key, { ...options, contentType: 'text/html', inline: true }));
        expect(response.headers.get('content-type')).toBe('application/octet-stream');
        expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      });

      it.each([
        ['another key', (url: string): string => url.replace('stored', 'Stored')],
        ['another name', (url) => url.replace(/Gr(%25|%)C3/, 'Hr$1C3')],
        ['another type', (url) => url.replace(/audio%2Fwav/, 'text%2Fhtml')],
      ])('refuse %s', async (_, change) => {
        const url = await storage.signDownload(key, options);
        const changed = change(url);
        expect(changed).not.toBe(url);
        expect((await fetch(changed)).status).toBe(403);
      });

      it('answer 404 when the object is gone', async () => {
        expect((await fetch(await storage.signDownload(newKey(), options))).status).toBe(404);
      });

      it('end at their time', async () => {
        jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 2 * HOUR_S * 1000));
        const url = await storage.signDownload(key, options);
        jest.restoreAllMocks();
        expect((await fetch(url)).status).toBe(403);
      });
    });
  });
}
