import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { StorageError } from '../../platform/storage/storage.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { beginUpload, noiseWave } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: { status: 'paid' } });

afterEach(() => {
  jest.restoreAllMocks();
});

const header = async (path: string, init?: RequestInit) => {
  const { status, headers } = await fetch(`${app.url}${path}`, {
    ...init,
    headers: { 'x-dev-user-id': own.engineer.id, ...init?.headers },
  });
  return [status, Number(headers.get('retry-after')) > 0];
};

describe('a store whose folder is not mounted', () => {
  const root = () => fileURLToPath(new URL(app.config.storageUrl.replace(/\/?$/, '/')));

  /** @param mountPoint whether an empty folder remains, like a mount point without its disk */
  async function detached(mountPoint: boolean, test: () => Promise<void>): Promise<void> {
    const away = root().replace(/\/$/, '-away');
    await rename(root(), away);
    if (mountPoint)
      for (const folder of ['objects', 'uploads', 'temporary']) await mkdir(join(root(), folder), { recursive: true });
    try {
      await test();
    } finally {
      await rm(root(), { recursive: true, force: true });
      await rename(away, root());
    }
  }

  it.each([
    ['is gone', false],
    ['is empty', true],
  ])('and %s returns 503 with Retry-After and recovers afterwards', async (_, mountPoint) => {
    const bytes = await audioBytes({ format: 'wav', channels: 1, durationS: 0.5 });
    const { data: begun } = await beginUpload(client, {
      projectId: own.project.id,
      fileType: 'upload',
      fileName: 'mix.wav',
      sizeBytes: bytes.length,
    });
    const sent = await fetch(begun.uploadUrl, { method: 'PUT', headers: begun.headers, body: new Uint8Array(bytes) });
    expect(sent.status).toBe(200);
    const objectKey = `projects/${own.project.id}/master.wav`;
    await app.platform.storage.put(objectKey, noiseWave(9_000), { contentType: 'audio/wav' });
    const audio = await build(app).audio({ objectKey, sizeBytes: 9_000, peaksKey: objectKey });
    const file = await build(app).file({ projectId: own.project.id, audioId: audio.id, fileType: 'master' });
    const staged = await stage.register([await stage.send('Two.wav', bytes)]);
    await drain(app.database);
    await detached(mountPoint, async () => {
      const project = own.project.id;
      expect(await header(`/api/files/download/${file.id}`)).toEqual([503, true]);
      expect(await header(`/api/files/${file.id}/peaks`)).toEqual([503, true]);
      const peaks = `/api/staging/projects/${project}/files/${staged.data.stagingFiles[0].id}/peaks`;
      expect(await header(peaks)).toEqual([503, true]);
      expect(await header(`/api/files/project/${project}/archive/finals`)).toEqual([503, true]);
      const completed = await client.post(`/api/files/${begun.fileId}/complete`);
      expect(completed.status).toBe(503);
      if (!mountPoint) {
        const asked = await engineer.post(`/api/staging/projects/${project}/upload-urls`, {
          files: [{ originalName: 'a.wav', sizeBytes: 99 }],
        });
        expect([asked.status, asked.code]).toEqual([503, 'unavailable']);
      }
    });
    expect((await client.post(`/api/files/${begun.fileId}/complete`)).status).toBe(200);
    await drain(app.database);
  });
});

describe('a bucket that is gone for a while', () => {
  it('does not fail any analysis, no matter how many attempts it takes', async () => {
    const { storage } = app.platform;
    const wave = await audioBytes({ format: 'wav', channels: 1, durationS: 0.5 });
    const read = storage.withLocalFile.bind(storage);
    const find = storage.head.bind(storage);
    let isGone = true;
    let attempts = 0;
    jest.spyOn(storage, 'withLocalFile').mockImplementation((key, use) => {
      attempts += 1;
      if (isGone) throw new StorageError('unavailable', 'The storage bucket does not exist');
      return read(key, use);
    });
    await stage.register([await stage.send('One.wav', wave)]);
    // A HEAD response has no body, so a missing bucket looks like a missing object.
    jest.spyOn(storage, 'head').mockImplementation((key) => (isGone ? Promise.resolve(null) : find(key)));
    await until('more attempts than a job has', () => attempts > 4);
    isGone = false;
    await until('the analysis', async () => (await stage.files())[0]?.analysis.state === 'done');
  });
});

describe('a full disk', () => {
  it.each([
    ['the database', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['the store', new StorageError('full', 'The storage disk is full')],
  ])('of %s returns 507 with Retry-After', async (_, error) => {
    jest.spyOn(app.platform.storage, 'room').mockRejectedValue(error);
    const path = `/api/staging/projects/${own.project.id}/upload-urls`;
    const body = JSON.stringify({ files: [{ originalName: 'a.wav', sizeBytes: 99 }] });
    expect(await header(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).toEqual([
      507,
      true,
    ]);
  });

  it('is reported by /api/health before uploads are refused', async () => {
    const room = jest.spyOn(app.platform.storage, 'room').mockResolvedValue(0.5e9);
    expect((await engineer.get('/api/health')).data).toMatchObject({ status: 'failed', checks: { room: 'failed' } });
    room.mockRestore();
    expect((await engineer.get('/api/health')).data).toMatchObject({ checks: { room: 'ok' } });
  });
});
