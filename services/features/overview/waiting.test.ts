import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from '../files/file.entity.js';
import type { WaitingView } from './waiting.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });

const steps = async () => (await client.get<WaitingView>('/api/projects/waiting')).data.steps;
const next = async () => {
  const [{ step, count }] = (await steps()) as [WaitingView['steps'][number]];
  return count > 0 ? `${step} ${count}` : step;
};
const master = async (given: Partial<ProjectFile> = {}) => {
  const { id: audioId } = await build(app).audio({ sha256: 'ab'.repeat(32) });
  await app.database.query(`UPDATE audio SET probe = '{"durationS": 100}' WHERE id = $1`, [audioId]);
  return build(app).file({ projectId: own.project.id, audioId, ...given });
};
const play = async ({ id }: ProjectFile) => {
  expect((await client.post(`/api/files/${id}/played`, { seconds: 60 })).status).toBe(200);
};

it('begins with the mixes, and is hidden from others', async () => {
  const { id: projectId } = own.project;
  expect(await steps()).toEqual([
    {
      projectId,
      title: 'Night Songs',
      step: 'send_mixes',
      count: 0,
      amountCents: null,
      currency: null,
      at: null,
      overdue: false,
    },
  ]);
  expect((await engineer.get('/api/projects/waiting')).status).toBe(403);
  await build(app).project();
  expect(await steps()).toHaveLength(1);
  await build(app).file({ projectId, fileType: 'upload' });
  expect(await next()).toBe('wait_for_masters');
});

it('and everything else is empty for a client without any project', async () => {
  const newcomer = app.as(await build(app).client({ studioId: own.studio.id }));
  expect((await newcomer.get('/api/projects/waiting')).data).toEqual({ steps: [] });
  for (const path of ['projects', 'invoices', 'notifications', 'trash', 'search?search=night'])
    expect(await newcomer.get(`/api/${path}`)).toMatchObject({ status: 200, data: [] });
  expect((await newcomer.get('/api/notifications/unread-count')).data).toEqual({ count: 0 });
});

it.each([
  ['created', 'wait_for_quote'],
  ['in_progress', 'send_mixes'],
  ['awaiting_revision', 'send_mixes'],
  ['approved', 'done'],
  ['delivered', 'done'],
])('is the quote until it is answered, also when the status was set to %s', async (status, afterwards) => {
  const { id: projectId } = own.project;
  const { id: quoteId } = await build(app).quote({ projectId, amountCents: 45_050, currency: 'EUR' });
  await engineer.put(`/api/projects/${projectId}`, { status });
  expect(await steps()).toMatchObject([
    { step: 'read_quote', amountCents: 45_050, currency: 'EUR', at: expect.any(String) },
  ]);
  await client.put(`/api/quotes/${quoteId}/reject`);
  expect(await next()).toBe(afterwards);
});

it('is the invoice until it is paid, and then the download', async () => {
  const { id: projectId } = own.project;
  await build(app).invoice({ projectId, status: 'overdue', dueDate: '2026-01-31' });
  await master();
  await engineer.put(`/api/projects/${projectId}`, { status: 'approved' });
  expect(await steps()).toMatchObject([
    { step: 'pay', amountCents: 45_000, currency: 'USD', at: '2026-01-31', overdue: true },
  ]);
  await client.post(`/api/projects/${projectId}/pay`);
  await engineer.put(`/api/projects/${projectId}`, { status: 'approved' });
  expect(await next()).toBe('download 1');
});

it('is what has not been heard, and then what has no answer, counted by track', async () => {
  const { id: projectId } = own.project;
  const rows = build(app);
  const createdAt = new Date('2026-05-01T10:00:00Z');
  const { track } = await rows.track({ projectId });
  const ofTrack = { trackId: track.id, createdAt };
  const streaming = await master({ ...ofTrack, slotType: 'streaming_master' });
  await master({ ...ofTrack, slotType: 'vinyl_master', fileType: 'variation' });
  const other = await master();
  expect(await next()).toBe('hear 2');
  await client.get(`/api/files/project/${projectId}`);
  await client.put(`/api/projects/${projectId}/visit`);
  expect(await next()).toBe('hear 2');
  await play(streaming);
  expect(await next()).toBe('hear 1');
  await play(other);
  expect(await next()).toBe('answer 2');
  await client.put(`/api/files/${other.id}/approval`, { verdict: 'approved' });
  await client.put(`/api/files/${streaming.id}/approval`, { verdict: 'changes_requested', note: 'Less bass' });
  expect(await next()).toBe('wait_for_changes 1');
  await master({ trackId: track.id, slotType: 'streaming_master', fileType: 'revision', parentFileId: streaming.id });
  expect(await next()).toBe('hear 1');
});

it("is a person's own answer, until everyone who decides has approved", async () => {
  const { id: projectId } = own.project;
  const person = app.as(await build(app).person(projectId, 'decides'));
  await person.put(`/api/projects/${projectId}/visit`);
  const file = await master();
  const approve = (caller: typeof client) => caller.put(`/api/files/${file.id}/approval`, { verdict: 'approved' });
  const seenBy = async (caller: typeof client) =>
    (await caller.get<WaitingView>('/api/projects/waiting')).data.steps[0]!.step;
  await play(file);
  expect([await seenBy(client), await seenBy(person)]).toEqual(['answer', 'hear']);
  await approve(client);
  expect([await seenBy(client), await seenBy(person)]).toEqual(['wait_for_others', 'hear']);
  await approve(person);
  expect([await seenBy(client), await seenBy(person)]).toEqual(['wait_for_invoice', 'wait_for_invoice']);
});

it('waits for a new quote after one has expired', async () => {
  await build(app).quote({ projectId: own.project.id, expiresAt: new Date('2026-01-01T00:00:00Z') });
  expect(await next()).toBe('wait_for_quote');
});

it('waits for tracks without a master, and shows requested changes in projects and lists until a new version', async () => {
  const { id: projectId } = own.project;
  const { track } = await build(app).track({ projectId });
  await build(app).track({ projectId });
  const asked = () =>
    Promise.all(
      [client, engineer].map(async (caller) => {
        const [listed] = (await caller.get<{ changesAsked: number }[]>('/api/projects')).data;
        const { data } = await caller.get<{ changesAsked: number }>(`/api/projects/${projectId}`);
        return [listed!.changesAsked, data.changesAsked];
      }),
    );
  const ofTrack = { trackId: track.id, createdAt: new Date('2026-05-01T10:00:00Z') };
  const file = await master({ ...ofTrack, slotType: 'streaming_master' });
  const vinyl = await master({ ...ofTrack, slotType: 'vinyl_master', fileType: 'variation' });
  expect(await asked()).toEqual(Array(2).fill([0, 0]));
  for (const { id } of [file, vinyl])
    await client.put(`/api/files/${id}/approval`, { verdict: 'changes_requested', note: 'Less bass' });
  expect([await next(), await asked()]).toEqual(['wait_for_changes 1', Array(2).fill([1, 1])]);
  await client.delete(`/api/files/${vinyl.id}/approval`);
  expect(await asked()).toEqual(Array(2).fill([1, 1]));
  const second = await master({
    trackId: track.id,
    slotType: 'streaming_master',
    fileType: 'revision',
    parentFileId: file.id,
  });
  expect(await asked()).toEqual(Array(2).fill([0, 0]));
  await client.put(`/api/files/${second.id}/approval`, { verdict: 'approved' });
  expect(await next()).toBe('wait_for_masters 1');
});
