import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { beginUpload, noiseWave, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { DeletedProject } from '../projects/projects.schema.js';
import { QuoteExpiryWorker } from '../quotes/quote-expiry.worker.js';
import { UnregisteredUploadsWorker } from '../staging-uploads/unregistered-uploads.worker.js';
import type { StudioTrash } from '../trash/trash.schema.js';
import { TrashWorker } from '../trash/trash.worker.js';

const { app, worker, own, engineer, client, stage } = useApp({
  worker: true,
  project: { title: 'Night Songs' },
  settings: { MAX_CLIENT_BYTES: '2000000' },
});
let wave: Buffer;
let operator: Caller;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
  operator = app.as(await build(app).engineer({ isOperator: true }));
});

const path = () => `/api/projects/${own.project.id}`;
const remove = (title = 'Night Songs', caller = engineer) => caller.delete(path(), { title });
const restore = (caller = engineer) => caller.post(`/api/projects/deleted/${own.project.id}/restore`);
const deleteForGood = (caller = engineer) => caller.delete(`/api/projects/deleted/${own.project.id}`);
const deleted = async () => (await engineer.get<DeletedProject[]>('/api/projects/deleted')).data;
const titles = async (caller: Caller) =>
  (await caller.get<{ title: string }[]>('/api/projects')).data.map(({ title }) => title);
const original = (bytes = wave, fileName = 'mix.wav') =>
  uploadFile(client, { projectId: own.project.id, fileType: 'upload', fileName }, bytes);
const stored = async () => {
  const keys = [];
  for (const prefix of [`projects/${own.project.id}/`, 'derived/', 'trash/']) {
    for await (const { key } of app.platform.storage.list(prefix)) keys.push(key);
  }
  return keys;
};

/** A released master, one in staging, an original, one that was deleted, and a comment. */
async function fill(): Promise<void> {
  const projectId = own.project.id;
  const { track } = await build(app).track({ projectId, title: 'Ember' });
  const staged = await stage.drop('Ember.wav', wave);
  await stage.assign(staged.id, track.id);
  await stage.release([staged.id]);
  await stage.drop('Low Tide.wav', wave);
  await original();
  const { id } = await original(wave, 'old mix.wav');
  await client.delete(`/api/files/${id}`);
  expect((await client.post('/api/comments', { projectId, comment: 'Looking forward.' })).status).toBe(201);
  await drain(app.database);
}

describe('deleting a project', () => {
  it('requires its title', async () => {
    expect(await engineer.delete(path())).toMatchObject({ status: 400 });
    expect(await remove('Night songs')).toMatchObject({
      status: 422,
      code: 'wrong_title',
      message: 'This is not the title of the project: type “Night Songs” to delete it',
    });
    expect(await titles(client)).toContain('Night Songs');
    expect((await remove('  Night  Songs ')).status).toBe(200);
  });

  it('hides it from both sides and keeps all its data', async () => {
    await fill();
    const before = await stored();
    expect((await remove()).status).toBe(200);
    await drain(app.database);
    for (const caller of [engineer, client]) {
      expect(await titles(caller)).not.toContain('Night Songs');
      expect((await caller.get(path())).status).toBe(404);
    }
    expect((await remove()).status).toBe(404);
    expect(await stored()).toEqual(before);
    const [project] = await deleted();
    expect(project).toMatchObject({ title: 'Night Songs', client_name: own.client.name, deletedBy: own.engineer.name });
    expect(project!.files).toBe(3);
    expect(Date.parse(project!.endsAt) - Date.parse(project!.deletedAt)).toBe(30 * 24 * 3600_000);
    const { data: usage } = await engineer.get('/api/storage');
    expect(usage.projects.map(({ id }: { id: string }) => id)).not.toContain(own.project.id);
    const inTrash = usage.kinds.find(({ kind }: { kind: string }) => kind === 'trash');
    expect(inTrash.bytes).toBeGreaterThanOrEqual(project!.bytes + wave.length);
  });

  it('is refused once it has been invoiced', async () => {
    await build(app).invoice({ projectId: own.project.id });
    expect(await remove()).toMatchObject({ status: 409, code: 'project_invoiced' });
    expect((await engineer.get(path())).status).toBe(200);
  });

  it('is only possible for its engineer', async () => {
    expect((await remove('Night Songs', client)).status).toBe(403);
  });

  it('postpones an expiring quote and an arriving upload until it is restored', async () => {
    await build(app).quote({ projectId: own.project.id, expiresAt: new Date(Date.now() - 1000) });
    await stage.send('Late.wav', wave);
    await remove();
    const hours = { slot: new Date(Date.now() + 48 * 3600_000) };
    await worker.get(QuoteExpiryWorker).sweep();
    await worker.get(UnregisteredUploadsWorker).sweep(hours);
    await drain(app.database);
    expect((await restore()).status).toBe(200);
    await worker.get(UnregisteredUploadsWorker).sweep(hours);
    await drain(app.database);
    const { data } = await engineer.get(stage.path);
    expect(data.stagingFiles).toMatchObject([{ originalName: 'Late.wav' }]);
  });
});

describe('a restored project', () => {
  it('is unchanged for both sides and gets new suggestions', async () => {
    await fill();
    const shown = async () => [
      (await client.get(`/api/files/project/${own.project.id}`)).data,
      (await engineer.get(`/api/comments/project/${own.project.id}`)).data,
      (await engineer.get(`/api/tracks/projects/${own.project.id}`)).data,
    ];
    const before = JSON.stringify(await shown()).replace(/https?:[^"]+/g, '');
    await remove();
    expect((await restore()).status).toBe(200);
    await drain(app.database);
    expect(JSON.stringify(await shown()).replace(/https?:[^"]+/g, '')).toBe(before);
    expect(await deleted()).toEqual([]);
    const [{ isCurrent }] = (await app.database.query(
      'SELECT suggested_revision = staging_revision AS "isCurrent" FROM projects WHERE id = $1',
      [own.project.id],
    )) as [{ isCurrent: boolean }];
    expect(isCurrent).toBe(true);
    expect((await restore()).status).toBe(404);
  });

  it('is refused when the client’s quota has no room for their originals', async () => {
    await original(noiseWave(1_500_000));
    await remove();
    const other = await build(app).project({
      studioId: own.studio.id,
      engineerId: own.engineer.id,
      clientId: own.client.id,
    });
    const next = { projectId: other.project.id, fileType: 'upload', fileName: 'next.wav' };
    expect((await beginUpload(client, { ...next, sizeBytes: 1_500_000 })).status).toBe(201);
    expect(await restore()).toMatchObject({
      status: 409,
      code: 'client_full',
      message:
        'There is no room for the originals of “Night Songs”: a client may store at most 1.91 MB. That includes files in the trash, which can be deleted for good on the page Storage.',
    });
  });

  it('is only visible to its studio', async () => {
    await remove();
    for (const caller of [operator, client]) {
      expect([403, 404]).toContain((await restore(caller)).status);
      expect([403, 404]).toContain((await deleteForGood(caller)).status);
    }
    expect(await deleted()).toHaveLength(1);
  });
});

describe('a project that is deleted for good', () => {
  const isGone = async () => {
    await drain(app.database);
    expect(await stored()).toEqual([]);
    const [left] = await app.database.query(
      `SELECT count(*)::int AS count FROM audio WHERE object_key LIKE 'projects/' || $1 || '/%'`,
      [own.project.id],
    );
    expect(left).toEqual({ count: 0 });
    expect(await deleted()).toEqual([]);
    expect((await restore()).status).toBe(404);
  };
  const clear = async () => {
    for (const prefix of ['projects/', 'derived/', 'trash/'])
      for await (const { key } of app.platform.storage.list(prefix)) await app.platform.storage.delete(key);
  };

  it('leaves no rows, files, analyses or trash behind', async () => {
    await clear();
    await fill();
    expect((await deleteForGood()).status).toBe(404);
    await remove();
    expect((await deleteForGood()).status).toBe(200);
    await isGone();
  });

  it('is deleted after 30 days, not earlier', async () => {
    await clear();
    await fill();
    await remove();
    const age = (interval: string) =>
      app.database.query(`UPDATE projects SET trashed_at = now() - $2::interval WHERE id = $1`, [
        own.project.id,
        interval,
      ]);
    await age('29 days 23 hours');
    await worker.get(TrashWorker).sweep();
    expect(await deleted()).toHaveLength(1);
    await age('30 days 1 hour');
    await worker.get(TrashWorker).sweep();
    await isGone();
  });

  it('can be deleted by the operator, who sees its size', async () => {
    await clear();
    await fill();
    await remove();
    const [project] = await deleted();
    const { data } = await operator.get<StudioTrash[]>('/api/trash/studios');
    const ours = data.find(({ studioId }) => studioId === own.studio.id)!;
    expect(ours).toMatchObject({ files: 4, bytes: project!.bytes + wave.length });
    const freed = await operator.post('/api/trash/studios/empty', { which: own.studio.id });
    expect(freed.data).toEqual({ files: 4, bytes: ours.bytes });
    await isGone();
  });
});
