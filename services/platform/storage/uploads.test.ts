import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { describeStores, failing, HOUR_S, send, sha256 } from '../../testing/servers/stores.js';
import { clock } from '../clock.js';
import type { MultipartUpload } from './storage.js';

const MIB = 1 << 20;

describeStores('resumable uploads', (store) => {
  const whole = randomBytes(16 * MIB + 12_345);
  const options = { contentType: 'audio/wav', sizeBytes: whole.length };
  const bytesOf = (upload: MultipartUpload, part: number): Buffer =>
    whole.subarray((part - 1) * upload.partBytes, part * upload.partBytes);
  const sendPart = async (upload: MultipartUpload, part: number, bytes = bytesOf(upload, part)): Promise<number> =>
    (await send(await store.storage.signPart(upload, part, HOUR_S), bytes)).status;

  afterEach(() => void jest.restoreAllMocks());

  it('become an object when every part has arrived, in any order and in parallel', async () => {
    const key = store.newKey('01 Größe.wav');
    const upload = await store.storage.beginUpload(key, options);
    expect(Math.ceil(whole.length / upload.partBytes)).toBe(3);
    expect(await Promise.all([3, 1, 2].map((part) => sendPart(upload, part)))).toEqual([200, 200, 200]);
    expect(await store.storage.head(key)).toBeNull();
    await store.storage.completeUpload(upload);
    expect(sha256(await store.read(key))).toBe(sha256(whole));
    expect(await store.storage.head(key)).toMatchObject({ sizeBytes: whole.length, contentType: 'audio/wav' });
  });

  it('continue where they stopped, from the plain data that the caller kept', async () => {
    const key = store.newKey();
    const kept = JSON.stringify(await store.storage.beginUpload(key, options));
    await sendPart(JSON.parse(kept) as MultipartUpload, 2);
    const upload = JSON.parse(kept) as MultipartUpload;
    expect(await store.storage.uploadedParts(upload)).toEqual([2]);
    await expect(store.storage.completeUpload(upload)).rejects.toEqual(failing('size_mismatch'));
    await sendPart(upload, 1);
    await sendPart(upload, 3);
    expect(await store.storage.uploadedParts(upload)).toEqual([1, 2, 3]);
    await store.storage.completeUpload(upload);
    expect(sha256(await store.read(key))).toBe(sha256(whole));
  });

  it('accept a part again', async () => {
    const upload = await store.storage.beginUpload(store.newKey(), options);
    await sendPart(upload, 1, Buffer.alloc(upload.partBytes, 7));
    for (const part of [1, 2, 3]) expect(await sendPart(upload, part)).toBe(200);
    await store.storage.completeUpload(upload);
    expect(sha256(await store.read(upload.key))).toBe(sha256(whole));
  });

  it('can be completed twice, but not when there is nothing', async () => {
    const upload = await store.storage.beginUpload(store.newKey(), options);
    for (const part of [1, 2, 3]) await sendPart(upload, part);
    await Promise.allSettled([store.storage.completeUpload(upload), store.storage.completeUpload(upload)]);
    await store.storage.completeUpload(upload);
    expect(sha256(await store.read(upload.key))).toBe(sha256(whole));
    const aborted = await store.storage.beginUpload(store.newKey(), options);
    await store.storage.abortUpload(aborted);
    await expect(store.storage.completeUpload(aborted)).rejects.toEqual(failing('not_found'));
  });

  it('take a small file as one part', async () => {
    const bytes = randomBytes(100);
    const upload = await store.storage.beginUpload(store.newKey(), { contentType: 'audio/wav', sizeBytes: 100 });
    expect(await sendPart(upload, 1, bytes)).toBe(200);
    await store.storage.completeUpload(upload);
    expect(await store.read(upload.key)).toEqual(bytes);
  });

  it('forget their parts when aborted, also twice, and accept no more', async () => {
    const upload = await store.storage.beginUpload(store.newKey(), options);
    await sendPart(upload, 1);
    await store.storage.abortUpload(upload);
    await store.storage.abortUpload(upload);
    await expect(store.storage.uploadedParts(upload)).rejects.toEqual(failing('not_found'));
    expect(await sendPart(upload, 2)).toBe(404);
    expect(await store.storage.head(upload.key)).toBeNull();
  });

  describe('signed parts', () => {
    it.each([
      ['another length', (url: string): string => url, 999],
      ['another part', (url) => url.replace(/part(number)?=1/i, 'part$1=2'), 1_000],
      ['another key', (url) => url.replace('song.wav', 'sonG.wav'), 1_000],
    ] as [string, (url: string) => string, number][])('refuse %s', async (_, change, length) => {
      const upload = await store.storage.beginUpload(store.newKey(), { contentType: 'audio/wav', sizeBytes: 1_000 });
      const part = await store.storage.signPart(upload, 1, HOUR_S);
      const response = await send({ ...part, url: change(part.url) }, randomBytes(length));
      expect([400, 403]).toContain(response.status);
      expect(await store.storage.uploadedParts(upload)).toEqual([]);
      await store.storage.abortUpload(upload);
    });

    it('expire', async () => {
      const upload = await store.storage.beginUpload(store.newKey(), { contentType: 'audio/wav', sizeBytes: 10 });
      jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 2 * HOUR_S * 1000));
      const part = await store.storage.signPart(upload, 1, HOUR_S);
      jest.restoreAllMocks();
      expect((await send(part, randomBytes(10))).status).toBe(403);
      await store.storage.abortUpload(upload);
    });

    it('exist only for the parts that the file has', async () => {
      const upload = await store.storage.beginUpload(store.newKey(), options);
      for (const part of [0, 4, 1.5]) {
        await expect(store.storage.signPart(upload, part, HOUR_S)).rejects.toEqual(failing('bad_range'));
      }
      await store.storage.abortUpload(upload);
    });
  });

  it('are swept when they had no progress since a given time, and only then', async () => {
    const upload = await store.storage.beginUpload(store.newKey(), options);
    await sendPart(upload, 1);
    expect(await store.storage.sweepUploads(new Date(Date.now() - HOUR_S * 1000))).toBe(0);
    expect(await store.storage.uploadedParts(upload)).toEqual([1]);
    expect(await store.storage.sweepUploads(new Date(Date.now() + HOUR_S * 1000))).toBeGreaterThanOrEqual(1);
    await expect(store.storage.uploadedParts(upload)).rejects.toEqual(failing('not_found'));
  });
});
