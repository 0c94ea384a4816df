import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView } from '../files/files.schema.js';
import { fillSlot } from './tracks.writes.js';

const { app, own, engineer, client } = useApp({ worker: true, project: {} });

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
