import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import type { NotificationView } from '../notifications/notifications.schema.js';
import type { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });
const SHA = 'ab'.repeat(32);
let master: ProjectFile;

const release = async (given: Partial<ProjectFile> = {}, sha256: string | null = SHA) => {
  const { id: audioId } = await build(app).audio({ sha256 });
  return build(app).file({
    projectId: own.project.id,
    audioId,
    fileType: 'master',
    originalName: 'Ember.wav',
    uploadedBy: own.engineer.id,
    ...given,
  });
};
const give = (body: object, { id } = master, caller = client) =>
  caller.put<FileView>(`/api/files/${id}/approval`, body);
const seen = async ({ id } = master, caller = engineer) => (await caller.get<FileView>(`/api/files/${id}`)).data;

beforeEach(async () => {
  master = await release();
});

describe('a verdict', () => {
  it('applies to the approved bytes and shows who gave it and when', async () => {
    const { status, data } = await give({ verdict: 'approved' });
    expect(status).toBe(200);
    expect(data.approval).toEqual({
      verdict: 'approved',
      note: '',
      userName: own.client.name,
      createdAt: expect.any(String),
      sha256: SHA,
      void: false,
    });
    expect((await seen()).approval).toEqual(data.approval);
  });

  it('is replaced by the next one, and can be withdrawn', async () => {
    await give({ verdict: 'approved' });
    await give({ verdict: 'changes_requested', note: 'Less bass' });
    expect((await seen()).approval).toMatchObject({ verdict: 'changes_requested', note: 'Less bass' });
    expect((await client.delete(`/api/files/${master.id}/approval`)).status).toBe(200);
    expect((await seen()).approval).toBeNull();
  });

  it('is refused when one user has given 60 within a minute', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await give({ verdict: 'approved' })).status);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is void when a newer version arrives, and valid again when that is deleted', async () => {
    await give({ verdict: 'approved' });
    const revision = await release({ fileType: 'revision', parentFileId: master.id });
    expect(await seen()).toMatchObject({ current: false, approval: { void: true } });
    expect((await seen(master, client)).can.approve).toBe(false);
    expect((await give({ verdict: 'approved' })).code).toBe('replaced');
    await engineer.delete(`/api/files/${revision.id}`);
    expect(await seen()).toMatchObject({ current: true, approval: { void: false } });
  });

  it('is refused during the analysis, on originals, and from everyone but the client', async () => {
    expect((await give({ verdict: 'approved' }, await release({}, null))).code).toBe('being_read');
    const original = await release({ fileType: 'upload', uploadedBy: own.client.id });
    expect((await give({ verdict: 'approved' }, original)).status).toBe(403);
    expect((await give({ verdict: 'approved' }, master, engineer)).status).toBe(403);
    const foreign = await build(app).project();
    expect((await give({ verdict: 'approved' }, master, app.as(foreign.client))).status).toBe(404);
    expect((await give({ verdict: 'lovely' })).status).toBe(400);
    expect((await seen()).approval).toBeNull();
  });

  it('notifies the engineer once, with the client’s note', async () => {
    await give({ verdict: 'changes_requested', note: 'Less bass' });
    await drain(app.database);
    const news = (await engineer.get<NotificationView[]>('/api/notifications')).data;
    expect(news.map(({ type, message }) => [type, message])).toEqual([
      ['comment_on_masters', `${own.client.name} asked for changes to Ember.wav in “Night Songs”: Less bass`],
    ]);
  });
});

describe('several people who decide', () => {
  it('each give their verdict: a master is approved when all have approved it, changes are requested by one', async () => {
    const mo = await build(app).person(own.project.id, 'decides', { name: 'Mo' });
    const second = app.as(mo);
    await second.put(`/api/projects/${own.project.id}/visit`);
    const { data: first } = await give({ verdict: 'approved' });
    expect(first).toMatchObject({
      approval: null,
      verdicts: [{ userName: 'Client', verdict: 'approved' }],
      awaited: ['Mo'],
    });
    await give({ verdict: 'changes_requested', note: 'Less bass' }, master, second);
    expect((await seen()).approval).toMatchObject({ verdict: 'changes_requested', userName: 'Mo', note: 'Less bass' });
    await give({ verdict: 'approved' }, master, second);
    expect(await seen()).toMatchObject({ approval: { verdict: 'approved', userName: 'Mo' }, awaited: [] });
    await second.delete(`/api/files/${master.id}/approval`);
    expect(await seen()).toMatchObject({ approval: null, awaited: ['Mo'] });
    await client.delete(`/api/projects/${own.project.id}/people/${mo.id}`);
    expect(await seen()).toMatchObject({ approval: { verdict: 'approved', userName: 'Client' }, awaited: [] });
  });

  it('decide at once, and neither verdict is lost', async () => {
    const second = app.as(await build(app).person(own.project.id, 'decides', { name: 'Mo' }));
    await second.put(`/api/projects/${own.project.id}/visit`);
    for (const other of ['changes_requested', 'approved'] as const) {
      const file = await release();
      const answers = await Promise.all([
        give({ verdict: 'approved' }, file),
        give({ verdict: other, ...(other === 'changes_requested' && { note: 'Less bass' }) }, file, second),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { approval, verdicts, awaited } = await seen(file);
      expect(approval).toMatchObject({ verdict: other });
      expect(verdicts.map(({ userName, verdict }) => [userName, verdict]).sort()).toEqual([
        ['Client', 'approved'],
        ['Mo', other],
      ]);
      expect(awaited).toEqual([]);
    }
  });
});
