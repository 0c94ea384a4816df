import { beforeAll, expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { sha256, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import type { SlotView } from '../tracks/tracks.schema.js';
import { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: {} });
let first: Buffer;
let second: Buffer;

beforeAll(async () => {
  first = await audioBytes({ format: 'wav', seed: 1 });
  second = await audioBytes({ format: 'wav', seed: 2 });
});

const listed = async () => (await client.get<FileView[]>(`/api/files/project/${own.project.id}`)).data;
const withdraw = async (fileId: string) => {
  const { status } = await engineer.delete(`/api/files/${fileId}`);
  await drain(app.database);
  return status;
};

async function slot() {
  const { data } = await engineer.get<{ tracks: { slots: SlotView[] }[] }>(`/api/tracks/projects/${own.project.id}`);
  return data.tracks[0]!.slots.find(({ slotType }) => slotType === 'streaming_master')!;
}

/** A released master in the streaming slot of a track. */
async function release(name = 'Ember.wav', bytes = first): Promise<FileView> {
  const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 1, title: 'Ember' });
  const { id } = await stage.drop(name, bytes);
  await stage.assign(id, data.track.id);
  const released = await stage.release([id]);
  await drain(app.database);
  return released.data.files[0];
}

const objectKeys = async (fileId: string) => {
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id: fileId });
  return app.database.manager.findOneByOrFail(Audio, { id: audioId });
};
const exists = async (key: string) => (await app.platform.storage.head(key)) !== null;

it('deleting the only version empties its slot, notifies the client, and moves the object to the trash', async () => {
  const file = await release();
  expect((await slot()).fileId).toBe(file.id);
  const { objectKey, previewKey, peaksKey } = await objectKeys(file.id);

  expect(await withdraw(file.id)).toBe(200);
  expect(await slot()).toMatchObject({ fileId: null, stagingFileId: null });
  expect(await listed()).toEqual([]);
  const news = (await client.get<{ type: string; message: string }[]>('/api/notifications')).data;
  expect(news).toContainEqual(
    expect.objectContaining({ type: 'file_deleted', message: expect.stringContaining('deleted Ember.wav') }),
  );
  for (const key of [objectKey, previewKey!, peaksKey!]) expect(await exists(key)).toBe(false);
  const { body } = await app.platform.storage.get(`trash/${new Date().toISOString().slice(0, 10)}/${objectKey}`);
  expect(sha256(Buffer.concat(await body.toArray()))).toBe(sha256(first));
});

it('deleting a revision restores the previous version to the slot', async () => {
  const old = await release();
  const revision = await uploadFile(
    engineer,
    { projectId: own.project.id, fileType: 'revision', fileName: 'Ember v2.wav', parentFileId: old.id },
    second,
  );
  await drain(app.database);
  expect((await slot()).fileId).toBe(revision.id);
  await withdraw(revision.id);
  expect((await slot()).fileId).toBe(old.id);
  expect(await listed()).toMatchObject([{ id: old.id, current: true }]);
});

it('deleting a file makes its playback URLs return 404', async () => {
  const file = await release();
  const { data } = await client.get<{ preview: { url: string } }>(`/api/files/${file.id}/listening`);
  expect((await client.fetch(data.preview.url)).status).toBe(200);
  await withdraw(file.id);
  expect((await client.fetch(data.preview.url)).status).toBe(404);
  for (const path of [`${file.id}/listening`, `${file.id}/peaks`, `download/${file.id}`, file.id]) {
    expect([path, (await client.get(`/api/files/${path}`)).status]).toEqual([path, 404]);
  }
});
