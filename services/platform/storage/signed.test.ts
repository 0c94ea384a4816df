import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { describeStores, failing, HOUR_S, send } from '../../testing/servers/stores.js';
import { clock } from '../clock.js';
import type { SignedObject, SignedUpload } from './storage.js';

describeStores('signed URLs', (store) => {
  afterEach(() => void jest.restoreAllMocks());

  describe('signed uploads', () => {
    const options = { contentType: 'audio/wav', sizeBytes: 1_000, expiresInS: HOUR_S };
    const complete = async ({ upload }: SignedObject): Promise<void> => {
      if (upload) await store.storage.completeUpload(upload);
    };

    it('accept exactly the declared bytes, and change nothing once the object is stored', async () => {
      const key = store.newKey('01 Größe (mix) #1 & 100% +.wav');
      const bytes = randomBytes(1_000);
      const upload = await store.storage.signUpload(key, options);
      expect(Math.abs(upload.expiresAt.getTime() - Date.now() - HOUR_S * 1000)).toBeLessThan(60_000);
      expect((await send(upload, bytes)).status).toBe(200);
      expect((await send(upload, bytes)).status).toBe(200);
      await complete(upload);
      expect(await store.read(key)).toEqual(bytes);
      await send(upload, randomBytes(1_000));
      await complete(upload);
      expect(await store.read(key)).toEqual(bytes);
    });

    it.each([
      ['another length', (upload: SignedUpload): Promise<Response> => send(upload, randomBytes(999))],
      ['another type', (upload) => send({ ...upload, headers: { 'Content-Type': 'text/html' } }, randomBytes(1_000))],
      [
        'another key',
        (upload) => send({ ...upload, url: upload.url.replace('song.wav', 'sonG.wav') }, randomBytes(1_000)),
      ],
      ['another method', (upload) => fetch(upload.url, { method: 'DELETE' })],
      ['reading', (upload) => fetch(upload.url)],
      [
        'a later expiry',
        (upload) =>
          send({ ...upload, url: upload.url.replace(/(expires=\d+|X-Amz-Expires=\d+)/i, '$10') }, randomBytes(1_000)),
      ],
      [
        'no signature',
        (upload) =>
          send({ ...upload, url: upload.url.replace(/[&?](X-Amz-)?Signature=[^&]*/i, '') }, randomBytes(1_000)),
      ],
    ] as [string, (upload: SignedUpload) => Promise<Response>][])('refuse %s', async (_, request) => {
      const key = store.newKey();
      const upload = await store.storage.signUpload(key, options);
      const response = await request(upload);
      expect([400, 403, 404]).toContain(response.status);
      if (upload.upload) await expect(complete(upload)).rejects.toEqual(failing('not_found'));
      expect(await store.storage.head(key)).toBeNull();
    });

    it('expire', async () => {
      const key = store.newKey();
      jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 2 * HOUR_S * 1000));
      const upload = await store.storage.signUpload(key, options);
      jest.restoreAllMocks();
      expect(upload.expiresAt.getTime()).toBeLessThan(Date.now());
      expect((await send(upload, randomBytes(1_000))).status).toBe(403);
      expect(await store.storage.head(key)).toBeNull();
    });
  });

  describe('signed downloads', () => {
    const bytes = randomBytes(5_000);
    const key = store.newKey('01 – stored name.wav');
    const options = { fileName: 'Größe "1".wav', contentType: 'audio/wav', expiresInS: HOUR_S };
    beforeAll(() => store.storage.put(key, bytes, { contentType: 'audio/wav' }));

    it('answer the bytes with the file name to save under', async () => {
      const response = await fetch(await store.storage.signDownload(key, options));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('audio/wav');
      expect(response.headers.get('content-disposition')).toBe(
        'attachment; filename="Gro_e _1_.wav"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%221%22.wav',
      );
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    });

    it('answer ranges', async () => {
      const url = await store.storage.signDownload(key, { ...options, inline: true });
      const response = await fetch(url, { headers: { Range: 'bytes=100-199' } });
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe('bytes 100-199/5000');
      expect(response.headers.get('content-disposition')).toMatch(/^inline/);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(100, 200));
      expect((await fetch(url, { headers: { Range: 'bytes=5000-' } })).status).toBe(416);
    });

    it('never answer a page', async () => {
      const response = await fetch(
        await store.storage.signDownload(key, { ...options, contentType: 'text/html', inline: true }),
      );
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    });

    it.each([
      ['another key', (url: string): string => url.replace('stored', 'Stored')],
      ['another name', (url) => url.replace(/Gr(%25|%)C3/, 'Hr$1C3')],
      ['another type', (url) => url.replace(/audio%2Fwav/, 'text%2Fhtml')],
    ])('refuse %s', async (_, change) => {
      const url = await store.storage.signDownload(key, options);
      const changed = change(url);
      expect(changed).not.toBe(url);
      expect((await fetch(changed)).status).toBe(403);
    });

    it('answer 404 when the object is gone', async () => {
      expect((await fetch(await store.storage.signDownload(store.newKey(), options))).status).toBe(404);
    });

    it('expire', async () => {
      jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 2 * HOUR_S * 1000));
      const url = await store.storage.signDownload(key, options);
      jest.restoreAllMocks();
      expect((await fetch(url)).status).toBe(403);
    });
  });
});
