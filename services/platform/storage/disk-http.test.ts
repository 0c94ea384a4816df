import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type DiskServer, HOUR_S, openDisk, send } from '../../testing/servers/stores.js';
import { type SignedUpload, StorageError } from './storage.js';

const WAV = { contentType: 'audio/wav' };
const KEY = 'projects/1/song.wav';

describe('the handler of signed disk URLs', () => {
  let disk: DiskServer;
  const bytes = randomBytes(10_000);

  beforeEach(async () => {
    disk = await openDisk();
  });

  afterEach(() => disk.close());

  const stored = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const folder of ['objects', 'temporary']) names.push(...(await readdir(join(disk.root, folder))));
    return names;
  };
  const content = async (): Promise<Buffer> => buffer((await disk.storage.get(KEY)).body);
  const signUpload = (sizeBytes: number): Promise<SignedUpload> =>
    disk.storage.signUpload(KEY, { ...WAV, sizeBytes, expiresInS: HOUR_S });
  const begin = ({ url, headers }: SignedUpload, length: number): ClientRequest => {
    const put = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': length } });
    put.on('error', () => undefined);
    return put;
  };

  describe('uploads', () => {
    it('leave nothing when they are broken off', async () => {
      const put = begin(await signUpload(10_000_000), 10_000_000);
      put.write(Buffer.alloc(2_000_000));
      const [req] = (await once(disk.server, 'request')) as [IncomingMessage];
      const closed = new Promise((resolve) => req.once('close', resolve));
      put.destroy();
      await closed;
      await disk.idle();
      expect(await stored()).toEqual([]);
      expect(disk.errors).toEqual([]);
    });

    it('are cut when they stall, and leave nothing', async () => {
      await disk.close();
      disk = await openDisk(100);
      const put = begin(await signUpload(10_000), 10_000);
      put.write(Buffer.alloc(9_999));
      await new Promise((resolve) => put.once('close', resolve));
      await disk.idle();
      expect(await stored()).toEqual([]);
    });

    it('receive the reason for a refusal while the body is still being sent', async () => {
      const put = begin(await signUpload(1_000), 30_000_000);
      put.write(Buffer.alloc(5_000_000));
      const [response] = (await once(put, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(400);
      expect(JSON.parse(await text(response))).toMatchObject({
        success: false,
        status: 400,
        code: 'size_mismatch',
        error: '1000 bytes were expected, 30000000 were declared',
      });
      put.destroy();
    });

    it('accept a chunked body only with the right length', async () => {
      for (const [length, status] of [
        [1_000, 200],
        [999, 400],
        [1_001, 400],
      ] as const) {
        const upload = await signUpload(1_000);
        const put = request(upload.url, {
          method: 'PUT',
          headers: { ...upload.headers, 'Transfer-Encoding': 'chunked' },
        });
        put.end(Buffer.alloc(length));
        const [response] = (await once(put, 'response')) as [IncomingMessage];
        response.resume();
        expect(response.statusCode).toBe(status);
      }
    });

    it('may be repeated when the answer was lost, and never change the stored object', async () => {
      const upload = await signUpload(1_000);
      const [first, second] = [randomBytes(1_000), randomBytes(1_000)];
      for (const body of [first, first, second]) expect((await send(upload, body)).status).toBe(200);
      expect(await content()).toEqual(first);
    });

    it('change nothing when they end after another one to the same address', async () => {
      const upload = await signUpload(1_000);
      const slow = begin(upload, 1_000);
      const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
      slow.write(Buffer.alloc(999));
      await once(disk.server, 'request');
      const quick = randomBytes(1_000);
      expect((await send(upload, quick)).status).toBe(200);
      slow.end(Buffer.alloc(1));
      const [response] = await answered;
      expect(response.statusCode).toBe(200);
      expect(await content()).toEqual(quick);
      expect(await readdir(join(disk.root, 'temporary'))).toEqual([]);
    });

    it('are refused where an object of another length is stored', async () => {
      await send(await signUpload(1_000), Buffer.alloc(1_000));
      const response = await send(await signUpload(999), Buffer.alloc(999));
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'size_mismatch']);
      expect(await content()).toHaveLength(1_000);
    });

    it('are refused with distinct reasons', async () => {
      const upload = await signUpload(1_000);
      const code = async (url: string): Promise<unknown> =>
        ((await (await send({ ...upload, url }, Buffer.alloc(1_000))).json()) as { code: string }).code;
      expect(await code(upload.url.replace('song', 'sing'))).toBe('invalid_signature');
      expect(await code(`${upload.url}&x=y`)).toBe('invalid_signature');
      expect(await code(`${disk.publicUrl}/storage/%E0%A4%A?signature=x`)).toBe('invalid_signature');
      const expired = await disk.storage.signUpload(KEY, { ...WAV, sizeBytes: 1_000, expiresInS: -1 });
      expect(await code(expired.url)).toBe('expired');
    });

    it('report a disk that fails, without details for the client', async () => {
      const full = new StorageError('full', 'The storage disk is full', { cause: new Error('ENOSPC /secret/path') });
      const bug = new TypeError('a bug at /secret/path');
      jest.spyOn(disk.storage, 'receive').mockRejectedValueOnce(full).mockRejectedValueOnce(bug);
      const first = await send(await signUpload(1_000), Buffer.alloc(1_000));
      expect(first.status).toBe(507);
      expect(await first.json()).toMatchObject({ code: 'full', message: 'The storage disk is full' });
      const second = await send(await signUpload(1_000), Buffer.alloc(1_000));
      expect(second.status).toBe(503);
      expect(await second.text()).not.toContain('secret');
      expect(disk.errors).toHaveLength(2);
    });
  });

  describe('downloads', () => {
    let url: string;

    beforeEach(async () => {
      await disk.storage.put(KEY, bytes, WAV);
      url = await disk.storage.signDownload(KEY, { ...WAV, fileName: '01 Größe.wav', expiresInS: HOUR_S });
    });

    const get = (headers: Record<string, string>, method = 'GET'): Promise<Response> => fetch(url, { method, headers });
    const body = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

    it('carry headers that keep a browser from running or changing them', async () => {
      const response = await get({});
      expect(await body(response)).toEqual(bytes);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache, no-transform',
        'content-disposition': 'attachment; filename="01 Gro_e.wav"; filename*=UTF-8\'\'01%20Gr%C3%B6%C3%9Fe.wav',
        'content-length': '10000',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'audio/wav',
        'x-content-type-options': 'nosniff',
      });
    });

    it.each([
      ['bytes=0-0', 206, 'bytes 0-0/10000', [0, 1]],
      ['bytes=9000-', 206, 'bytes 9000-9999/10000', [9_000, 10_000]],
      ['bytes=-10', 206, 'bytes 9990-9999/10000', [9_990, 10_000]],
      ['bytes=0-1,5-6', 200, null, [0, 10_000]],
      ['bytes=10000-', 416, 'bytes */10000', [0, 0]],
    ] as const)('answer the range %s with %d', async (range, status, contentRange, [start, end]) => {
      const response = await get({ Range: range });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(await body(response)).toEqual(bytes.subarray(start, end));
    });

    it('answer HEAD without the bytes', async () => {
      const response = await get({ Range: 'bytes=0-9' }, 'HEAD');
      expect([response.status, response.headers.get('content-length')]).toEqual([200, '10000']);
      expect(await body(response)).toHaveLength(0);
    });

    it('are not sent again to a client that has them, and a range only of the same object', async () => {
      const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
      for (const known of [etag, `"x", W/${etag}`, '*'])
        expect((await get({ 'If-None-Match': known })).status).toBe(304);
      expect((await get({ 'If-None-Match': '"x"' })).status).toBe(200);
      expect((await get({ 'If-Range': etag, Range: 'bytes=0-9' })).status).toBe(206);
      await disk.storage.put(KEY, randomBytes(10_000), WAV);
      expect((await get({ 'If-Range': etag, Range: 'bytes=0-9' })).status).toBe(200);
    });

    it('end quietly when the client leaves', async () => {
      await disk.storage.put(KEY, Buffer.alloc(50_000_000), WAV);
      const { hostname, port, pathname, search } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
      await disk.idle();
      expect(disk.errors).toEqual([]);
    });
  });
});
