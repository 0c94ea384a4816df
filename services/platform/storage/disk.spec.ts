import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { failing, sha256 } from '../../testing/servers/stores.js';
import { until } from '../../testing/until.js';
import { createStorage } from './create.js';
import type { DiskStorage } from './disk.js';
import { diskError } from './disk-files.js';

const WAV = { contentType: 'audio/wav' };

describe('DiskStorage', () => {
  let root: string;
  let outside: string;
  let storage: DiskStorage;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'disk-spec-'));
    outside = await mkdtemp(join(tmpdir(), 'disk-spec-outside-'));
    storage = createStorage({
      storageUrl: `file:${root}`,
      publicUrl: 'http://localhost:3000',
      secret: 's',
    }) as DiskStorage;
    await storage.open();
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
    await rm(outside, { recursive: true });
  });

  it('leaves the configured space free', async () => {
    const free = await storage.room();
    const settings = { storageUrl: `file:${root}`, publicUrl: 'http://localhost', secret: 's' };
    const careful = createStorage({ ...settings, minFreeBytes: 2 * free }) as DiskStorage;
    await careful.open();
    expect(await careful.room()).toBe(0);
    const part = { uploadId: 'x', partNumber: 1, offset: 0, sizeBytes: 1 };
    for (const write of [
      () => careful.put('a.wav', Buffer.alloc(1), WAV),
      () => careful.receive('a.wav', Readable.from([Buffer.alloc(1)]), 1),
      () => careful.writePart(part, Readable.from([Buffer.alloc(1)])),
    ])
      await expect(write()).rejects.toEqual(failing('full'));
    await expect(storage.put('a.wav', Buffer.alloc(1), WAV)).resolves.toMatchObject({ sizeBytes: 1 });
  });

  it('leaves the configured space free also for a body of unknown length', async () => {
    jest.spyOn(storage, 'room').mockResolvedValueOnce(1e9).mockResolvedValue(0);
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1 << 20);
      })(),
    );
    await expect(storage.put('a.wav', endless, WAV)).rejects.toEqual(failing('full'));
    expect(await storage.head('a.wav')).toBeNull();
    jest.restoreAllMocks();
  });

  it('cannot be used before it is opened', async () => {
    const unopened = createStorage({ storageUrl: `file:${root}/new`, publicUrl: 'http://localhost', secret: 's' });
    await expect(unopened.put('a.wav', Buffer.alloc(1), WAV)).rejects.toEqual(failing('unavailable'));
  });

  it('leaves neither temporary files nor empty folders behind', async () => {
    await storage.put('a/b/c.wav', Buffer.alloc(10), WAV);
    await expect(storage.put('a/b/d.wav', Buffer.alloc(10), { ...WAV, maxBytes: 5 })).rejects.toEqual(
      failing('too_large'),
    );
    await storage.delete('a/b/c.wav');
    expect(await readdir(join(root, 'temporary'))).toEqual([]);
    expect(await readdir(join(root, 'objects'))).toEqual([]);
  });

  it('gives the file itself for local use', async () => {
    await storage.put('a.wav', Buffer.from('bytes'), WAV);
    await storage.withSparseFile('a.wav', async (path) => expect(path).toBe(join(root, 'objects', 'a.wav')));
  });

  it('does not follow symbolic links out of its folder', async () => {
    await writeFile(join(outside, 'secret.wav'), 'secret');
    await symlink(outside, join(root, 'objects', 'linked'));
    await symlink(join(outside, 'secret.wav'), join(root, 'objects', 'file.wav'));
    await expect(storage.get('linked/secret.wav')).rejects.toEqual(failing('unavailable'));
    await expect(storage.put('linked/new/x.wav', Buffer.alloc(1), WAV)).rejects.toEqual(failing('unavailable'));
    await expect(storage.delete('linked/secret.wav')).rejects.toEqual(failing('unavailable'));
    await expect(storage.get('file.wav')).rejects.toEqual(failing('not_found'));
    expect([await storage.head('file.wav'), await storage.find('file.wav')]).toEqual([null, null]);
    for await (const { key } of storage.list('')) throw new Error(`lists ${key}`);
    await storage.put('file.wav', Buffer.from('own'), WAV);
    expect(await readFile(join(outside, 'secret.wav'), 'utf8')).toBe('secret');
    expect(await readdir(outside)).toEqual(['secret.wav']);
  });

  it('refuses a key that is a folder of others, and a key below an object', async () => {
    await storage.put('a/b.wav', Buffer.alloc(1), WAV);
    await expect(storage.put('a', Buffer.alloc(1), WAV)).rejects.toEqual(failing('bad_key'));
    await expect(storage.put('a/b.wav/c', Buffer.alloc(1), WAV)).rejects.toEqual(failing('bad_key'));
    await expect(storage.get('a')).rejects.toEqual(failing('not_found'));
    expect(await storage.head('a/b.wav/c')).toBeNull();
    await storage.delete('a');
    await storage.delete('a/b.wav/c');
    expect(await storage.head('a/b.wav')).not.toBeNull();
  });

  it('sweeps the temporary files of a crash and keeps those being written', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    await writeFile(join(root, 'temporary', 'crashed'), 'x');
    await utimes(join(root, 'temporary', 'crashed'), hourAgo, hourAgo);
    const bytes = randomBytes(3_000_000);
    let sweeping: Promise<number> | undefined;
    async function* source(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 2_500_000);
      sweeping ??= storage.sweepTemporary(new Date(Date.now() - 60_000));
      await sweeping;
      yield bytes.subarray(2_500_000);
    }
    await storage.put('a.wav', Readable.from(source()), WAV);
    expect(await sweeping).toBe(1);
    expect(sha256(await buffer((await storage.get('a.wav')).body))).toBe(sha256(bytes));
    expect(await readdir(join(root, 'temporary'))).toEqual([]);
  });

  it('cannot be led to another folder by an upload id', async () => {
    const upload = { key: 'a.wav', uploadId: '../objects', sizeBytes: 1, partBytes: 8 << 20 };
    await mkdir(join(root, 'objects', 'kept'));
    await expect(storage.uploadedParts(upload)).rejects.toEqual(failing('not_found'));
    await expect(storage.abortUpload(upload)).rejects.toEqual(failing('not_found'));
    expect(await readdir(join(root, 'objects'))).toEqual(['kept']);
  });

  it('lets a part that is sent again replace the one that hangs', async () => {
    const upload = await storage.beginUpload('a.wav', { ...WAV, sizeBytes: 4 });
    const part = { uploadId: upload.uploadId, partNumber: 1, offset: 0, sizeBytes: 4 };
    const hanging = new Readable({ read: () => undefined });
    hanging.push('ab');
    const first = storage.writePart(part, hanging).catch((error: unknown) => error);
    await until('the first request to be read', () => hanging.readableLength === 0);
    await storage.writePart(part, Readable.from([Buffer.from('wxyz')]));
    expect(await first).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    await storage.completeUpload(upload);
    expect((await buffer((await storage.get('a.wav')).body)).toString()).toBe('wxyz');
  });

  it('keeps parts that another process took since the machine started, but none that a power cut may have lost', async () => {
    const upload = await storage.beginUpload('a.wav', { ...WAV, sizeBytes: 4 });
    const part = { uploadId: upload.uploadId, partNumber: 1, offset: 0, sizeBytes: 4 };
    await storage.writePart(part, Readable.from([Buffer.from('abcd')]));
    const folder = join(root, 'uploads', upload.uploadId);
    const [marker] = (await readdir(folder)).filter((name) => name !== 'data');
    const [number, run] = marker!.split('.');
    const before = marker!.replace(run!, randomUUID());
    await rename(join(folder, marker!), join(folder, before));
    const other = createStorage({ storageUrl: `file:${root}`, publicUrl: 'http://localhost', secret: 's' });
    expect(await other.uploadedParts(upload)).toEqual([]);
    await rename(join(folder, before), join(folder, marker!));
    expect(await Promise.all([other.uploadedParts(upload), storage.uploadedParts(upload)])).toEqual([[1], [1]]);
    expect(await readdir(folder)).toEqual([number, 'data']);
  });

  it('does not complete an upload while a part is being sent again', async () => {
    const upload = await storage.beginUpload('a.wav', { ...WAV, sizeBytes: 4 });
    const part = { uploadId: upload.uploadId, partNumber: 1, offset: 0, sizeBytes: 4 };
    await storage.writePart(part, Readable.from([Buffer.from('abcd')]));
    const hanging = new Readable({ read: () => undefined });
    hanging.push('wx');
    const again = storage.writePart(part, hanging).catch((error: unknown) => error);
    await until('the second request to be read', () => hanging.readableLength === 0);
    await expect(storage.completeUpload(upload)).rejects.toEqual(failing('size_mismatch'));
    hanging.destroy();
    await again;
  });
});

it.each([
  ['ENOSPC', 'full', 'The storage disk is full'],
  ['EDQUOT', 'full', 'The storage disk quota is used up'],
  ['EIO', 'unavailable', 'The storage folder failed (EIO)'],
])('explains %s', (code, meaning, message) => {
  expect(diskError(Object.assign(new Error('write'), { code }))).toMatchObject({ code: meaning, message });
});
