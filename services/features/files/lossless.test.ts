import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AudioRunner } from '../../platform/audio/runner.js';
import { timing } from '../../platform/events/timing.js';
import { StorageError } from '../../platform/storage/storage.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import { losslessRequested } from '../audio/audio.events.js';
import { ProjectFile } from './file.entity.js';
import type { FileView, ListeningView } from './files.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: {} });
let wave: Buffer;
let file: FileView;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav', bits: 24, sampleRateHz: 96000 });
});

beforeEach(async () => {
  file = await master('Ember.wav', wave);
});

afterEach(() => void jest.restoreAllMocks());

async function master(fileName: string, bytes: Buffer): Promise<FileView> {
  const uploaded = await uploadFile(engineer, { projectId: own.project.id, fileType: 'master', fileName }, bytes);
  await drain(app.database);
  return uploaded;
}
const allow = (losslessListening: boolean) => engineer.put(`/api/projects/${own.project.id}`, { losslessListening });
const ask = (caller: Caller = client, id = file.id) => caller.post<FileView>(`/api/files/${id}/lossless`);
const listening = async (caller: Caller = client) =>
  (await caller.get<ListeningView>(`/api/files/${file.id}/listening`)).data;
const seen = async (id = file.id) => (await client.get<FileView>(`/api/files/${id}`)).data.lossless;
const row = async (id = file.id) => {
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id });
  return app.database.manager.findOneByOrFail(Audio, { id: audioId });
};
/** Every FLAC that was ever stored for the audio. */
async function flacs(): Promise<string[]> {
  const keys: string[] = [];
  const { id } = await row();
  for await (const { key } of app.platform.storage.list(`derived/${id}/`)) if (key.endsWith('.flac')) keys.push(key);
  return keys;
}
async function make(): Promise<string> {
  await allow(true);
  await ask();
  await drain(app.database);
  return (await row()).losslessKey!;
}

describe('lossless listening before payment', () => {
  it('is refused unless the engineer allows it, and again when they withdraw it', async () => {
    expect(await seen()).toBeNull();
    const refused = await ask();
    expect([refused.status, refused.message]).toEqual([
      403,
      'Lossless listening before payment is not allowed in this project',
    ]);
    expect((await client.put(`/api/projects/${own.project.id}`, { losslessListening: true })).status).toBe(403);

    await allow(true);
    expect((await listening()).lossless).toBeNull();
    expect(await seen()).toEqual({ state: null, error: null });
    expect((await ask()).data.lossless).toEqual({ state: 'making', error: null });
    await drain(app.database);
    expect(await seen()).toEqual({ state: 'ready', error: null });
    const { lossless, original } = await listening();
    expect(original).toBeNull();
    const part = await client.fetch(lossless!.url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'audio/flac', 'fLaC']);
    expect((await client.get(`/api/files/download/${file.id}`)).status).toBe(402);

    await allow(false);
    await drain(app.database);
    expect([await seen(), (await listening()).lossless, (await ask()).status]).toEqual([null, null, 403]);
    expect((await client.fetch(lossless!.url)).status).toBe(404);
    expect(await flacs()).toEqual([]);
    const activity = (await client.get<{ message: string }[]>(`/api/projects/${own.project.id}/activity`)).data;
    expect(activity.map(({ message }) => message).slice(0, 2)).toEqual([
      'Ended lossless listening before payment',
      'Allowed lossless listening before payment',
    ]);
  });

  it('is for finals only, and hidden from outsiders', async () => {
    await allow(true);
    const mix = await uploadFile(client, { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' }, wave);
    expect((await ask(client, mix.id)).status).toBe(403);
    expect((await ask(app.as(await build(app).client({ studioId: own.studio.id })))).status).toBe(404);
    expect((await ask(app.anonymous)).status).toBe(401);
    expect((await ask(engineer)).status).toBe(200);
  });

  it('counts against the quota, and is deleted with its file', async () => {
    const usage = async () => (await engineer.get<{ total_bytes: number }>('/api/storage')).data.total_bytes;
    const before = await usage();
    const key = await make();
    const { losslessBytes } = await row();
    expect(losslessBytes).toBe((await app.platform.storage.head(key))!.sizeBytes);
    expect(await usage()).toBe(before + losslessBytes!);
    await engineer.delete(`/api/files/${file.id}`);
    await drain(app.database);
    expect(await flacs()).toEqual([]);
    expect(await row()).toMatchObject({ losslessKey: null, losslessBytes: null });
  });
});

describe('the job that makes the FLAC', () => {
  it('runs once for any number of requests, and does nothing when repeated', async () => {
    const making = jest.spyOn(AudioRunner.prototype, 'lossless');
    await allow(true);
    await Promise.all([1, 2, 3].map(() => ask()));
    await drain(app.database);
    expect(making).toHaveBeenCalledTimes(1);
    const key = (await row()).losslessKey;
    await ask();
    const { id: audioId } = await row();
    await app.database.transaction(async (tx) => tx.emit(losslessRequested, { audioId }));
    await drain(app.database);
    expect(making).toHaveBeenCalledTimes(1);
    expect([await flacs(), (await row()).losslessKey]).toEqual([[key], key]);
  });

  it('makes it after all when it was given up and is retried by hand', async () => {
    await allow(true);
    const { id: audioId } = await row();
    const givenUp = { losslessState: 'failed', losslessError: 'It failed repeatedly.' } as const;
    await app.database.manager.update(Audio, { id: audioId }, givenUp);
    await app.database.transaction(async (tx) => tx.emit(losslessRequested, { audioId }));
    await drain(app.database);
    expect(await row()).toMatchObject({ losslessState: 'ready', losslessError: null });
  });

  it.each([
    ['the file is deleted', () => engineer.delete(`/api/files/${file.id}`)],
    ['it is forbidden', () => allow(false)],
  ])('leaves no object when %s meanwhile', async (_what, end) => {
    const { storage } = app.platform;
    const put = storage.put.bind(storage);
    jest.spyOn(storage, 'put').mockImplementation(async (...given) => {
      const stored = await put(...given);
      if (given[0].endsWith('.flac')) await end();
      return stored;
    });
    await allow(true);
    await ask();
    await drain(app.database);
    expect(await flacs()).toEqual([]);
    expect(await row()).toMatchObject({ losslessState: null, losslessKey: null });
  });

  it('waits until an unavailable store is back', async () => {
    jest.replaceProperty(timing, 'postponeMs', 20);
    const { storage } = app.platform;
    const away = () => Promise.reject(new StorageError('unavailable', 'The object store does not answer'));
    const reading = jest.spyOn(storage, 'withLocalFile').mockImplementation(away);
    const asking = jest.spyOn(storage, 'head').mockImplementation(away);
    await allow(true);
    await ask();
    await until('more failures than a file is forgiven', () => reading.mock.calls.length > 5);
    expect(await seen()).toEqual({ state: 'making', error: null });
    for (const call of [reading, asking]) call.mockRestore();
    await drain(app.database);
    expect(await seen()).toEqual({ state: 'ready', error: null });
  });

  it('stores nothing without room for it', async () => {
    jest.replaceProperty(app.config, 'maxProjectBytes', file.sizeBytes + 10);
    expect(await make()).toBeNull();
    const error = expect.stringContaining('There is no room for the lossless version: a project holds at most');
    expect(await seen()).toEqual({ state: 'failed', error });
    expect(await flacs()).toEqual([]);
  });

  it('stores the reason of a failure, and tries again on the next request', async () => {
    const lossy = await master('Lossy.mp3', await audioBytes({ format: 'mp3' }));
    await allow(true);
    await ask(client, lossy.id);
    await app.platform.storage.delete((await row()).objectKey);
    await ask();
    await drain(app.database);
    expect(await seen(lossy.id)).toEqual({
      state: 'failed',
      error: 'It is an MP3, so no lossless version can be made.',
    });
    expect(await seen()).toEqual({ state: 'failed', error: 'The stored file is gone; please upload it again.' });
    await app.platform.storage.put((await row()).objectKey, wave, { contentType: 'audio/wav' });
    expect((await ask()).data.lossless).toEqual({ state: 'making', error: null });
    await drain(app.database);
    expect(await seen()).toEqual({ state: 'ready', error: null });
  });
});
