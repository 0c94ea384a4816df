import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { beginUpload, noiseWave, sendBody, sha256, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import { ObjectsWorker } from '../audio/objects.worker.js';
import { ProjectFile } from '../files/file.entity.js';
import type { FileView } from '../files/files.schema.js';
import type { StudioTrash, TrashItemView, TrashTotal } from './trash.schema.js';
import { TrashWorker } from './trash.worker.js';

const MB = 1_000_000;

const { app, worker, own, client, engineer, stage } = useApp({
  worker: true,
  project: {},
  settings: { MAX_CLIENT_BYTES: String(12 * MB), MAX_PROJECT_BYTES: String(40 * MB) },
});
let wave: Buffer;
let operator: Caller;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav', durationS: 1 });
  operator = app.as(await build(app).engineer({ isOperator: true }));
});

beforeEach(async () => {
  await operator.post('/api/trash/studios/empty', { which: 'all' });
  await drain(app.database);
});

const original = (caller = client, bytes = wave, fileName = 'mix.wav') =>
  uploadFile(caller, { projectId: own.project.id, fileType: 'upload', fileName }, bytes);
const master = (fileName: string, parentFileId?: string) =>
  uploadFile(
    engineer,
    {
      projectId: own.project.id,
      fileType: parentFileId ? 'revision' : 'master',
      fileName,
      ...(parentFileId && { parentFileId }),
    },
    wave,
  );
const remove = (caller: Caller, fileId: string) => caller.delete(`/api/files/${fileId}`);
const trash = async (caller: Caller) => (await caller.get<TrashItemView[]>('/api/trash')).data;
const total = async (caller: Caller) => (await caller.get<TrashTotal>('/api/trash/total')).data;
const restore = (caller: Caller, itemId: string) => caller.post(`/api/trash/${itemId}/restore`);
const listed = async () => (await client.get<FileView[]>(`/api/files/project/${own.project.id}`)).data;
const audioOf = async (fileId: string) => {
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id: fileId });
  return app.database.manager.findOneByOrFail(Audio, { id: audioId });
};
async function keysOfStore(prefix: string): Promise<string[]> {
  const keys = [];
  for await (const { key } of app.platform.storage.list(prefix)) keys.push(key);
  return keys;
}

describe('the limit of a client', () => {
  it('counts deleted files, so that repeated uploading and deleting cannot exceed it', async () => {
    const bytes = noiseWave(10 * MB);
    const answers = [];
    for (let round = 0; round < 6; round++) {
      const begun = await beginUpload(client, { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' });
      const sent = begun.status === 201 ? (await sendBody(client, begun.data.fileId, bytes)).status : begun.status;
      answers.push(sent);
      if (sent === 200) expect((await remove(client, begun.data.fileId)).status).toBe(200);
      await drain(app.database);
    }
    expect(answers).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await total(client)).toEqual({ files: 1, bytes: 10 * MB });
    expect(await keysOfStore('trash/')).toHaveLength(1);
  });

  it('has room again as soon as the trash is emptied, and so has the store', async () => {
    const { id } = await original(client, noiseWave(10 * MB));
    await remove(client, id);
    expect((await client.post<TrashTotal>('/api/trash/empty')).data).toEqual({ files: 1, bytes: 10 * MB });
    expect(await total(client)).toEqual({ files: 0, bytes: 0 });
    const again = await original(client, noiseWave(10 * MB));
    await drain(app.database);
    expect(await keysOfStore('trash/')).toEqual([]);
    expect((await remove(client, again.id)).status).toBe(200);
  });

  it('counts a file once that two requests delete at once, and all files that are deleted together', async () => {
    const files = await Promise.all([1, 2, 3].map(() => original(client, noiseWave(MB))));
    const answers = await Promise.all(files.flatMap(({ id }) => [remove(client, id), remove(client, id)]));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404, 404, 404]);
    expect(await total(client)).toEqual({ files: 3, bytes: 3 * MB });
  });

  it('does not count what the engineer deletes, who cannot restore it beyond that limit', async () => {
    const { id } = await original(client, noiseWave(10 * MB));
    await remove(engineer, id);
    expect(await total(client)).toEqual({ files: 0, bytes: 0 });
    const other = await original(client, noiseWave(11 * MB), 'mix 2.wav');
    const [item] = await trash(engineer);
    expect(await restore(engineer, item!.id)).toMatchObject({
      status: 409,
      code: 'client_full',
      message:
        'There is no room for mix.wav: a client may store at most 11.44 MB. That includes files in the trash, which can be deleted for good on the page Storage.',
    });
    expect(await trash(engineer)).toHaveLength(1);
    await remove(client, other.id);
    await client.post('/api/trash/empty');
    expect((await restore(engineer, item!.id)).status).toBe(200);
  });
});

describe('the limit of a project', () => {
  it('counts everyone’s trash', async () => {
    const { id } = await uploadFile(
      engineer,
      { projectId: own.project.id, fileType: 'master', fileName: 'big.wav' },
      noiseWave(30 * MB),
    );
    await remove(engineer, id);
    const body = { projectId: own.project.id, fileType: 'master', fileName: 'next.wav', sizeBytes: 20 * MB };
    expect(await beginUpload(engineer, body)).toMatchObject({ status: 409, code: 'project_full' });
    await engineer.post('/api/trash/empty');
    expect((await beginUpload(engineer, body)).status).toBe(201);
  });
});

describe('a deleted original', () => {
  it('is restored with its comments, bytes and waveform', async () => {
    const { id } = await original();
    await drain(app.database);
    const comment = { projectId: own.project.id, fileId: id, comment: 'Mind the bass.' };
    expect((await client.post('/api/comments', comment)).status).toBe(201);
    await remove(engineer, id);
    await drain(app.database);
    expect(await listed()).toEqual([]);

    const [item] = await trash(engineer);
    expect(item).toMatchObject({
      fileName: 'mix.wav',
      kind: 'upload',
      bytes: wave.length,
      projectId: own.project.id,
      trashedBy: own.engineer.name,
      can: { restore: true },
    });
    expect(Date.parse(item!.endsAt) - Date.parse(item!.trashedAt)).toBe(30 * 24 * 3600_000);
    expect((await restore(engineer, item!.id)).status).toBe(200);
    expect(await listed()).toMatchObject([{ id }]);
    await drain(app.database);
    const { objectKey, peaksKey, previewKey, state } = await audioOf(id);
    expect(state).toBe('done');
    for (const key of [peaksKey, previewKey]) expect(await app.platform.storage.head(key!)).not.toBeNull();
    const { body } = await app.platform.storage.get(objectKey);
    expect(sha256(Buffer.concat(await body.toArray()))).toBe(sha256(wave));
    const { data: comments } = await client.get(`/api/comments/project/${own.project.id}`);
    expect(comments).toMatchObject([{ fileId: id, comment: 'Mind the bass.' }]);
    expect(await trash(engineer)).toEqual([]);
    expect((await restore(engineer, item!.id)).status).toBe(404);
  });

  it('can be restored before a worker has moved it', async () => {
    const { id } = await original();
    await drain(app.database);
    await remove(client, id);
    const [item] = await trash(client);
    expect((await restore(client, item!.id)).status).toBe(200);
    await drain(app.database);
    expect(await app.platform.storage.head((await audioOf(id)).objectKey)).not.toBeNull();
    expect((await audioOf(id)).state).toBe('done');
  });

  it('is removed when it is deleted for good before a worker has moved it', async () => {
    const { id } = await original();
    await remove(client, id);
    const { objectKey } = await audioOf(id);
    const [item] = await trash(client);
    expect((await client.delete(`/api/trash/${item!.id}`)).status).toBe(200);
    await drain(app.database);
    expect(await app.platform.storage.head(objectKey)).toBeNull();
    expect(await keysOfStore('trash/')).toEqual([]);
    expect(await total(client)).toEqual({ files: 0, bytes: 0 });
  });

  it('is hidden from the other side', async () => {
    const { id } = await original();
    await remove(client, id);
    const [item] = await trash(client);
    expect(await trash(engineer)).toEqual([]);
    for (const caller of [engineer, operator]) {
      expect((await restore(caller, item!.id)).status).toBe(404);
      expect((await caller.delete(`/api/trash/${item!.id}`)).status).toBe(404);
      expect((await caller.post<TrashTotal>('/api/trash/empty')).data.files).toBe(0);
    }
    expect(await trash(client)).toHaveLength(1);
  });

  it('is refused with an explanation if its bytes are lost', async () => {
    const { id } = await original();
    await drain(app.database);
    await remove(client, id);
    await drain(app.database);
    for (const key of await keysOfStore('trash/')) await app.platform.storage.delete(key);
    const [item] = await trash(client);
    expect(await restore(client, item!.id)).toMatchObject({
      status: 409,
      message: 'mix.wav is no longer in the store and cannot be restored',
    });
    expect(await listed()).toEqual([]);
  });
});

describe('a deleted master', () => {
  it('does not count again after it was deleted for good and before its object is removed', async () => {
    const { id } = await master('one.wav');
    const { objectKey } = await audioOf(id);
    await remove(engineer, id);
    await drain(app.database);
    await engineer.post('/api/trash/empty');
    await drain(app.database);
    await app.platform.storage.put(objectKey, wave, { contentType: 'audio/wav' });
    await worker.get(ObjectsWorker).remove({ keys: [objectKey] });
    expect(await total(engineer)).toEqual({ files: 0, bytes: 0 });
    expect(await trash(engineer)).toEqual([]);
    await worker.get(ObjectsWorker).purge({ keys: [objectKey] });
    expect(await app.platform.storage.head(objectKey)).toBeNull();
  });

  const slotOf = async () => {
    const { data } = await engineer.get(`/api/tracks/projects/${own.project.id}`);
    return data.tracks[0].slots.find(({ slotType }: { slotType: string }) => slotType === 'streaming_master').fileId;
  };

  it('returns to its slot, with its approval, unless a newer file is there', async () => {
    const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 1, title: 'Ember' });
    const { id } = await stage.drop('Ember.wav', wave);
    await stage.assign(id, data.track.id);
    const first = (await stage.release([id])).data.files[0] as FileView;
    const second = await master('Ember v2.wav', first.id);
    await drain(app.database);
    expect((await client.put(`/api/files/${second.id}/approval`, { verdict: 'approved' })).status).toBe(200);
    await remove(engineer, second.id);
    expect(await slotOf()).toBe(first.id);
    await restore(engineer, (await trash(engineer))[0]!.id);
    expect(await slotOf()).toBe(second.id);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id: second.id, approval: expect.objectContaining({ verdict: 'approved' }) }),
    );

    await remove(engineer, second.id);
    const third = await master('Ember v3.wav', first.id);
    await restore(engineer, (await trash(engineer))[0]!.id);
    expect(await slotOf()).toBe(third.id);
  });
});

describe('a file deleted in staging', () => {
  it('is staged and analysed again', async () => {
    const staged = await stage.drop('Low Tide.wav', wave);
    await drain(app.database);
    expect((await engineer.delete(`${stage.path}/files/${staged.id}`)).status).toBe(200);
    await drain(app.database);
    const [item] = await trash(engineer);
    expect(item).toMatchObject({ fileName: 'Low Tide.wav', kind: 'staging', can: { restore: true } });
    expect((await restore(engineer, item!.id)).status).toBe(200);
    await drain(app.database);
    const again = await stage.file(staged.id);
    expect(again).toMatchObject({ originalName: 'Low Tide.wav', status: 'pending', analysis: { state: 'done' } });
    expect(await keysOfStore('trash/')).toEqual([]);
  });
});

describe('the operator', () => {
  it('sees the size of each studio’s trash, and empties it', async () => {
    const { id } = await original(client, noiseWave(2 * MB));
    await remove(client, id);
    const ours = async () =>
      (await operator.get<StudioTrash[]>('/api/trash/studios')).data.find(({ studioId }) => studioId === own.studio.id);
    expect(await ours()).toEqual({ studioId: own.studio.id, studioName: own.studio.name, files: 1, bytes: 2 * MB });
    const { data } = await operator.post('/api/trash/studios/empty', { which: own.studio.id });
    expect(data).toEqual({ files: 1, bytes: 2 * MB });
    expect(await ours()).toBeUndefined();
    expect((await engineer.post('/api/trash/studios/empty', { which: 'all' })).status).toBe(403);
  });
});

describe('the sweep', () => {
  const sweep = async () => {
    await worker.get(TrashWorker).sweep();
    await drain(app.database);
  };

  it('deletes after 30 days, not earlier', async () => {
    const { id } = await original();
    await remove(client, id);
    await drain(app.database);
    await app.database.query(`UPDATE trash SET trashed_at = now() - interval '29 days 23 hours'`);
    await sweep();
    expect(await keysOfStore('trash/')).toHaveLength(1);
    await app.database.query(`UPDATE trash SET trashed_at = now() - interval '30 days 1 hour'`);
    await sweep();
    expect(await keysOfStore('trash/')).toEqual([]);
    expect(await trash(client)).toEqual([]);
  });

  it('records objects put there by the previous version, so that they are shown and can be restored', async () => {
    const { id } = await original();
    await drain(app.database);
    const { objectKey } = await audioOf(id);
    await app.database.query('UPDATE files SET deleted_at = now() WHERE id = $1', [id]);
    const day = new Date().toISOString().slice(0, 10);
    await app.platform.storage.move(objectKey, `trash/${day}/${objectKey}`);
    await sweep();
    const [item] = await trash(engineer);
    expect(item).toMatchObject({ fileName: 'mix.wav', kind: 'upload', bytes: wave.length, projectId: own.project.id });
    expect((await restore(engineer, item!.id)).status).toBe(200);
    expect(await app.platform.storage.head(objectKey)).not.toBeNull();
  });

  it('moves back an object of a file that is not deleted, as a restored backup may contain', async () => {
    const { id } = await original();
    await drain(app.database);
    const { objectKey } = await audioOf(id);
    await app.platform.storage.move(objectKey, `trash/2026-01-31/${objectKey}`);
    await sweep();
    expect(await app.platform.storage.head(objectKey)).not.toBeNull();
    expect(await keysOfStore('trash/')).toEqual([]);
    expect(await total(engineer)).toEqual({ files: 0, bytes: 0 });
  });
});
