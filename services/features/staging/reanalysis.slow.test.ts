import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import { timing } from '../../platform/events/timing.js';
import { StorageError } from '../../platform/storage/storage.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, stage } = useApp({ worker: true, project: {} });
let wave: Buffer;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
});

/** As if an older engine had measured it, and found something else. */
const makeStale = (id: string) =>
  app.database.query(
    `UPDATE audio SET facts = facts || '{"engine": "older", "truePeakDbtp": 99}'
     WHERE id = (SELECT audio_id FROM staging_files WHERE id = $1)`,
    [id],
  );

const readAll = (scope: string) => stage.engineer.post(`${stage.path}/analyse`, { scope });
const events = () =>
  app.database.query(`SELECT id FROM outbox WHERE event IN ('files.audio-stored', 'files.audio-reopened')`);

async function objectsOf(projectId: string): Promise<string[]> {
  const { storage } = app.platform;
  const keys: string[] = [];
  for (const prefix of [`projects/${projectId}/`, 'derived/'])
    for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

describe('a store that is unavailable', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('postpones analyses as often as needed, without counting an attempt', async () => {
    jest.replaceProperty(timing, 'postponeMs', 20);
    const { storage } = app.platform;
    const away = () => Promise.reject(new StorageError('unavailable', 'The object store does not answer'));
    const { id } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    await makeStale(id);
    const reading = jest.spyOn(storage, 'withLocalFile').mockImplementation(away);
    const asking = jest.spyOn(storage, 'head').mockImplementation(away);
    await stage.analyse(id);
    await until('more failures than a file is forgiven', () => reading.mock.calls.length > 5);
    expect((await stage.file(id)).analysis.state).not.toBe('failed');
    for (const call of [reading, asking]) call.mockRestore();
    await drain(app.database);
    expect((await stage.file(id)).analysis).toMatchObject({ state: 'done', error: null });
  });
});

describe('reading a file again', () => {
  it('shows the old figures until the new ones are stored', async () => {
    const { id } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    expect((await stage.file(id)).analysis).toMatchObject({ state: 'done', stale: false, engine: AUDIO_ENGINE });
    await makeStale(id);
    expect((await stage.file(id)).analysis).toMatchObject({ stale: true, truePeakDbtp: 99 });
    const answer = await stage.analyse(id);
    expect(answer.data.stagingFile.analysis).toMatchObject({
      state: 'queued',
      stale: true,
      truePeakDbtp: 99,
      hasPeaks: true,
    });
    await drain(app.database);
    const { analysis } = await stage.file(id);
    expect(analysis).toMatchObject({ state: 'done', stale: false, engine: AUDIO_ENGINE, hasPeaks: true });
    expect(analysis.truePeakDbtp).toBeLessThan(99);
  });

  it('is queued once, however often it is requested while waiting or running', async () => {
    const { id } = await stage.drop('Ember.wav', wave);
    const before = (await events()).length;
    const waiting = await Promise.all([1, 2, 3].map(() => stage.analyse(id)));
    expect(waiting.map(({ status }) => status)).toEqual([200, 200, 200]);
    await drain(app.database);
    expect(await events()).toHaveLength(before);
    await Promise.all([1, 2, 3].map(() => stage.analyse(id)));
    await drain(app.database);
    expect(await events()).toHaveLength(before + 1);
    expect((await stage.file(id)).analysis.state).toBe('done');
  });

  it('recovers a file that failed because its object was missing', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    await app.platform.storage.delete(r2Key);
    await stage.analyse(id);
    await drain(app.database);
    expect((await stage.file(id)).analysis).toMatchObject({ state: 'failed', error: { code: 'object_gone' } });
    await app.platform.storage.put(r2Key, wave, { contentType: 'audio/wav' });
    expect((await stage.analyse(id)).data.stagingFile.analysis).toMatchObject({ state: 'queued', error: null });
    await drain(app.database);
    expect((await stage.file(id)).analysis).toMatchObject({ state: 'done', error: null });
  });

  it('reports when the stored bytes differ from the upload, and keeps the checksum', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    const checksum = () => app.database.query(`SELECT sha256 FROM audio WHERE object_key = $1`, [r2Key]);
    const uploaded = await checksum();
    const rotten = Buffer.from(wave);
    rotten.writeUInt8(wave.readUInt8(9_000) ^ 1, 9_000);
    await app.platform.storage.put(r2Key, rotten, { contentType: 'audio/wav' });
    await stage.analyse(id);
    await drain(app.database);
    expect((await stage.file(id)).analysis).toMatchObject({
      state: 'failed',
      error: { code: 'object_changed' },
      hasPeaks: true,
    });
    expect(await checksum()).toEqual(uploaded);
  });

  it('leaves nothing behind when the file is deleted in the meantime', async () => {
    const files = await Promise.all(['a', 'b', 'c'].map((name) => stage.drop(`${name}.wav`, wave)));
    await drain(app.database);
    await Promise.all(files.map(({ id }) => stage.analyse(id)));
    await Promise.all(files.map(({ id }) => stage.remove(id)));
    await drain(app.database);
    const gone = await app.database.query('SELECT id FROM audio WHERE object_key = ANY($1)', [
      files.map(({ r2Key }) => r2Key),
    ]);
    expect(gone).toEqual([]);
    const audio = await app.database.query<{ id: string }>('SELECT id FROM audio');
    const left = (await objectsOf(own.project.id)).filter((key) => !audio.some(({ id }) => key.includes(id)));
    expect(left).toEqual([]);
  });

  it('returns 404 for files of other projects, hidden and unknown ones', async () => {
    const other = await build(app).stagingFile();
    expect((await stage.analyse(other.id)).status).toBe(404);
    expect((await stage.analyse(randomUUID())).status).toBe(404);
  });
});

describe('reading a whole project again', () => {
  it('selects outdated, failed or all files, in staging and in Files', async () => {
    const [good, old] = [await stage.drop('Good.wav', wave), await stage.drop('Old.wav', wave)];
    const broken = await stage.drop('Broken.flac', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(2000, 7)]));
    const original = { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' };
    await uploadFile(app.as(own.client), original, wave);
    await drain(app.database);
    await makeStale(old.id);
    const state = async (id: string) => (await stage.file(id)).analysis.state;

    expect((await readAll('stale')).data).toEqual({ queued: 1 });
    expect([await state(good.id), await state(broken.id)]).toEqual(['done', 'failed']);
    await drain(app.database);
    expect((await readAll('stale')).data).toEqual({ queued: 0 });
    expect((await readAll('failed')).data).toEqual({ queued: 1 });
    await drain(app.database);
    expect(await state(broken.id)).toBe('failed');
    expect((await readAll('all')).data).toEqual({ queued: 4 });
    await drain(app.database);
    expect(await state(good.id)).toBe('done');
    expect((await readAll('some')).status).toBe(400);
  });
});
