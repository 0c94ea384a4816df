import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView } from '../files/files.schema.js';
import type { NotificationView } from '../notifications/notifications.schema.js';
import { fillSlot } from '../tracks/tracks.writes.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });

const listed = async (): Promise<FileView[]> =>
  (await client.get<FileView[]>(`/api/files/project/${own.project.id}`)).data;

it('gives a revision that matched no name a slot, in which it replaces the master', async () => {
  const projectId = own.project.id;
  const { track, slots } = await build(app).track({ projectId, title: 'Ember' });
  const slot = slots.find(({ slotType }) => slotType === 'streaming_master')!;
  const place = { trackId: track.id, slotType: 'streaming_master' } as const;
  const master = await build(app).file({ projectId, ...place, createdAt: new Date(Date.now() - 60_000) });
  await app.database.transaction((tx) => fillSlot(tx, slot.id, { fileId: master.id }));
  const revision = await uploadFile(engineer, { projectId, fileType: 'revision', fileName: 'final final.wav' });
  await drain(app.database);
  expect(revision).toMatchObject({ trackId: null, slotType: null, parentFileId: null });

  const { status } = await engineer.put(`/api/tracks/slots/${slot.id}`, { fileId: revision.id });
  expect(status).toBe(200);
  const files = await listed();
  expect(files.find(({ id }) => id === revision.id)).toMatchObject({
    ...place,
    parentFileId: master.id,
    current: true,
  });
  expect(files.find(({ id }) => id === master.id)).toMatchObject({ current: false });
  await engineer.delete(`/api/files/${revision.id}`);
  expect((await listed()).map(({ id, current }) => [id, current])).toEqual([[master.id, true]]);
});

describe('the question where a revision belongs', () => {
  const questions = async (of = engineer) => {
    await drain(app.database);
    const { data } = await of.get<NotificationView[]>('/api/notifications');
    return data.filter(({ message }) => message.includes('has no slot')).map(({ message, read }) => [message, read]);
  };
  const message = 'final final.wav in “Night Songs” has no slot: no master shares its name. Choose what it replaces.';
  const revise = (caller = engineer, parentFileId?: string) =>
    uploadFile(caller, { projectId: own.project.id, fileType: 'revision', fileName: 'final final.wav', parentFileId });

  it('notifies the engineer, also when they have uploaded it themselves', async () => {
    await revise();
    expect(await questions()).toEqual([[message, false]]);
    expect(await questions(client)).toEqual([]);
  });

  it('notifies the engineer when a colleague has uploaded it', async () => {
    const colleague = await build(app).engineer({ studioId: own.studio.id });
    await revise(app.as(colleague));
    expect(await questions()).toEqual([[message, false]]);
    expect(await questions(app.as(colleague))).toEqual([]);
  });

  it('is not asked about a revision that replaces a file', async () => {
    const master = await uploadFile(engineer, { projectId: own.project.id, fileType: 'master', fileName: 'm.wav' });
    await revise(engineer, master.id);
    expect(await questions()).toEqual([]);
  });

  it('is marked as read once the revision has its slot', async () => {
    const { slots } = await build(app).track({ projectId: own.project.id });
    const revision = await revise();
    expect(await questions()).toEqual([[message, false]]);
    await engineer.put(`/api/tracks/slots/${slots[0]!.id}`, { fileId: revision.id });
    expect(await questions()).toEqual([[message, true]]);
  });

  it('is marked as read once the revision is deleted', async () => {
    const revision = await revise();
    expect(await questions()).toEqual([[message, false]]);
    await engineer.delete(`/api/files/${revision.id}`);
    expect(await questions()).toEqual([[message, true]]);
  });

  it('is not asked about a revision that already has its slot', async () => {
    const { slots } = await build(app).track({ projectId: own.project.id });
    const { id } = await revise();
    await engineer.put(`/api/tracks/slots/${slots[0]!.id}`, { fileId: id });
    expect((await questions()).filter(([, read]) => !read)).toEqual([]);
  });
});

it('does not let an older file replace a newer one', async () => {
  const projectId = own.project.id;
  const { track, slots } = await build(app).track({ projectId, title: 'Ember' });
  const revision = await uploadFile(engineer, { projectId, fileType: 'revision', fileName: 'final final.wav' });
  const newer = await build(app).file({
    projectId,
    trackId: track.id,
    slotType: 'streaming_master',
    createdAt: new Date(Date.now() + 60_000),
  });
  await app.database.transaction((tx) => fillSlot(tx, slots[0]!.id, { fileId: newer.id }));
  await engineer.put(`/api/tracks/slots/${slots[0]!.id}`, { fileId: revision.id });
  expect((await listed()).find(({ id }) => id === revision.id)!.parentFileId).toBeNull();
});
