import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from './file.entity.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

async function store(originalName: string, given: Partial<ProjectFile> = {}): Promise<{ id: string; bytes: Buffer }> {
  const bytes = randomBytes(1000 + originalName.length);
  const { id: audioId, objectKey } = await build(app).audio({ sizeBytes: bytes.length });
  await app.platform.storage.put(objectKey, bytes, { contentType: 'audio/wav' });
  const uploadedBy = given.fileType === 'upload' ? own.client.id : own.engineer.id;
  const settings = { projectId: own.project.id, audioId, originalName, fileType: 'master' as const, uploadedBy };
  const { id } = await build(app).file({ ...settings, ...given });
  return { id, bytes };
}

const fetchArchive = (caller: Caller, kind: string) =>
  caller.fetch(`/api/files/project/${own.project.id}/archive/${kind}`);

async function unpacked(response: Response): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  }
  return files;
}

let one: Awaited<ReturnType<typeof store>>;
let newer: Awaited<ReturnType<typeof store>>;
let original: Awaited<ReturnType<typeof store>>;

beforeEach(async () => {
  one = await store('Ember.wav');
  newer = await store('Ember.wav', { fileType: 'revision', parentFileId: one.id });
  original = await store('../..\\mix: final?.wav', { fileType: 'upload' });
});

it('contains every current final unchanged, and downloading it delivers a paid project', async () => {
  const same = await store('ember.WAV');
  const response = await fetchArchive(client, 'finals');
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain('Night Songs finals.zip');
  expect(await unpacked(response)).toEqual({ 'ember.WAV': same.bytes, 'Ember (2).wav': newer.bytes });
  const status = async () => (await engineer.get(`/api/projects/${own.project.id}`)).data.status;
  await until('the project to be delivered', async () => (await status()) === 'delivered');
});

it('with the originals is for the engineer only, with names that every system can unpack', async () => {
  expect(await unpacked(await fetchArchive(engineer, 'originals'))).toEqual({
    '__.._mix_ final_.wav': original.bytes,
  });
  expect((await fetchArchive(client, 'originals')).status).toBe(403);
});

it('is locked before payment, and returns 404 to outsiders', async () => {
  await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
  expect((await fetchArchive(client, 'finals')).status).toBe(402);
  expect((await fetchArchive(engineer, 'finals')).status).toBe(200);
  const foreign = await build(app).project();
  expect((await fetchArchive(app.as(foreign.engineer), 'finals')).status).toBe(404);
  expect((await fetchArchive(engineer, 'everything')).status).toBe(400);
});

it('returns 404 when there are no files or an object is missing', async () => {
  const empty = await build(app).project();
  const answer = await app.as(empty.engineer).get(`/api/files/project/${empty.project.id}/archive/finals`);
  expect(answer.status).toBe(404);
  const { objectKey } = await build(app).audio();
  await app.database.query('UPDATE audio SET object_key = $1 WHERE id = (SELECT audio_id FROM files WHERE id = $2)', [
    `${objectKey}-gone`,
    newer.id,
  ]);
  expect((await fetchArchive(engineer, 'finals')).status).toBe(404);
});
