import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: {} });

const remove = () => engineer.delete(`/api/projects/${own.project.id}`);
const stored = async () => {
  const keys = [];
  for (const prefix of [`projects/${own.project.id}/`, 'derived/']) {
    for await (const { key } of app.platform.storage.list(prefix)) keys.push(key);
  }
  return keys;
};

describe('a project that is deleted', () => {
  it('is gone with all that was sent, measured and written', async () => {
    const projectId = own.project.id;
    const before = await stored();
    const wave = await audioBytes({ format: 'wav' });
    const { track } = await build(app).track({ projectId, title: 'Ember' });
    const staged = await stage.drop('Ember.wav', wave);
    await stage.assign(staged.id, track.id);
    await stage.release([staged.id]);
    await stage.drop('Low Tide.wav', wave);
    await uploadFile(client, { projectId, fileType: 'upload', fileName: 'mix.wav' }, wave);
    expect((await client.post('/api/comments', { projectId, comment: 'Looking forward.' })).status).toBe(201);
    await drain(app.database);
    expect((await stored()).length).toBe(before.length + 9);
    expect((await remove()).status).toBe(200);
    await drain(app.database);
    expect(await stored()).toEqual(before);
    expect((await engineer.get(`/api/projects/${projectId}`)).status).toBe(404);
    expect((await client.get(`/api/projects/${projectId}`)).status).toBe(404);
    const [left] = await app.database.query(
      `SELECT count(*)::int AS count FROM audio WHERE object_key LIKE 'projects/' || $1 || '/%'`,
      [projectId],
    );
    expect(left).toEqual({ count: 0 });
    expect((await remove()).status).toBe(404);
  });

  it('stays once it was invoiced', async () => {
    await build(app).invoice({ projectId: own.project.id });
    expect(await remove()).toMatchObject({ status: 409, code: 'project_invoiced' });
    expect((await engineer.get(`/api/projects/${own.project.id}`)).status).toBe(200);
  });

  it('is deleted by its engineer alone', async () => {
    expect((await client.delete(`/api/projects/${own.project.id}`)).status).toBe(403);
  });
});
