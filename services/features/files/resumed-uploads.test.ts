import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { beginUpload, noiseWave, sha256 } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import type { PartsView } from '../uploads/upload-parts.schema.js';
import { AbandonedUploadsWorker } from './abandoned-uploads.worker.js';
import { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const MIB = 1 << 20;
const MINUTE_MS = 60_000;
const large = noiseWave(18 * MIB);

const { app, worker, own, client } = useApp({ worker: true, project: {} });

const mix = {
  fileType: 'upload',
  fileName: 'Ember mix.wav',
  sizeBytes: large.length,
  lastModified: 1_700_000_000_000,
  resumable: true,
};

const begin = async (more: object = {}, by = client) =>
  (await beginUpload(by, { ...mix, projectId: own.project.id, ...more })).data;
const missing = async (fileId: string, by = client) => by.post<PartsView>(`/api/files/${fileId}/upload-parts`);
const complete = (fileId: string) => client.post<FileView>(`/api/files/${fileId}/complete`);
const cancel = (fileId: string, by = client) => by.delete(`/api/files/upload/${fileId}`);
const rows = () => app.database.manager.findBy(ProjectFile, { projectId: own.project.id });

async function sendPart({ uploadUrl, method, headers, offset, sizeBytes }: PartsView['parts'][number]) {
  const body = new Uint8Array(large.subarray(offset, offset + sizeBytes));
  expect((await fetch(uploadUrl, { method, headers, body })).status).toBe(200);
}

async function sendRest(fileId: string): Promise<void> {
  for (const part of (await missing(fileId)).data.parts) await sendPart(part);
}

describe('a large original', () => {
  it('resumes where it stopped, and arrives unchanged', async () => {
    const begun = await begin();
    expect(begun.sentBytes).toBe(0);
    const first = (await missing(begun.fileId)).data;
    expect(first.parts.map(({ sizeBytes }) => sizeBytes)).toEqual([8 * MIB, 8 * MIB, 2 * MIB]);
    await sendPart(first.parts[1]!);
    expect((await complete(begun.fileId)).code).toBe('not_uploaded');

    expect(await begin()).toEqual({ ...begun, sentBytes: 8 * MIB });
    expect((await missing(begun.fileId)).data.parts.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
    await sendRest(begun.fileId);
    expect((await complete(begun.fileId)).data).toMatchObject({ fileName: 'Ember mix.wav', sizeBytes: 18 * MIB });
    const sent = await client.fetch(`/api/files/download/${begun.fileId}`);
    expect(sha256(Buffer.from(await sent.arrayBuffer()))).toBe(sha256(large));
  });

  it('is not sent again once it has arrived', async () => {
    const { fileId } = await begin();
    await sendRest(fileId);
    await complete(fileId);
    expect(await begin()).toMatchObject({ fileId, sentBytes: 18 * MIB });
    expect((await missing(fileId)).data.parts).toEqual([]);
    expect((await complete(fileId)).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  it('starts a new upload when the file, the file type or the project differs', async () => {
    const { fileId } = await begin();
    const elsewhere = await build(app).project({ clientId: own.client.id });
    const others = [
      await begin({ lastModified: mix.lastModified + 1 }),
      await begin({ lastModified: null }),
      await begin({ projectId: elsewhere.project.id }),
    ];
    expect(others.map((other) => other.fileId)).not.toContain(fileId);
    expect(await begin({ resumable: false })).toMatchObject({ sentBytes: null });
  });

  it('starts one upload when two tabs drop it at the same time', async () => {
    const tabs = await Promise.all([begin(), begin(), begin()]);
    expect(new Set(tabs.map(({ fileId }) => fileId)).size).toBe(1);
    const asked = await Promise.all(tabs.map(({ fileId }) => missing(fileId)));
    const upload = new Set(asked.map(({ data }) => new URL(data.parts[0]!.uploadUrl).searchParams.get('upload')));
    expect(upload.size).toBe(1);
  });

  it('is completed by the sweep when its tab was closed after the last part', async () => {
    const { fileId } = await begin();
    await sendRest(fileId);
    for (let turn = 0; turn < 2; turn++) {
      await worker.get(AbandonedUploadsWorker).sweep({ slot: new Date(Date.now() + 3 * MINUTE_MS) });
    }
    expect((await client.get<FileView>(`/api/files/${fileId}`)).data).toMatchObject({ sizeBytes: 18 * MIB });
  });
});

describe('an interrupted upload', () => {
  const unfinished = async (by = client) =>
    (await by.get(`/api/files/project/${own.project.id}/unfinished-uploads`)).data?.uploads;

  it('is listed for its uploader until it is completed or cancelled', async () => {
    const [{ fileId }, other] = [await begin(), await begin({ fileName: 'Cold mix.wav' })];
    await begin({ fileName: 'Unresumable.wav', lastModified: null });
    const named = { fileId, originalName: 'Ember mix.wav', fileType: 'upload', sizeBytes: 18 * MIB };
    expect(await unfinished()).toEqual([{ ...named, fileId: other.fileId, originalName: 'Cold mix.wav' }, named]);
    expect(await unfinished(app.as(own.engineer))).toEqual([]);
    await cancel(other.fileId);
    await sendRest(fileId);
    await complete(fileId);
    expect(await unfinished()).toEqual([]);
  });
});

describe('a rejected upload', () => {
  it('is not listed as interrupted', async () => {
    const bytes = Buffer.from('not audio at all');
    const { fileId, uploadUrl, headers } = await begin({ sizeBytes: bytes.length, resumable: false });
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: bytes })).status).toBe(200);
    expect((await complete(fileId)).code).toBe('not_audio');
    const { data } = await client.get(`/api/files/project/${own.project.id}/unfinished-uploads`);
    expect(data.uploads).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe('a cancelled upload', () => {
  it('leaves no objects or parts behind', async () => {
    const { fileId } = await begin();
    await sendPart((await missing(fileId)).data.parts[0]!);
    expect((await cancel(fileId)).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await missing(fileId)).status).toBe(404);
    expect((await begin()).sentBytes).toBe(0);
  });

  it('stays when it was completed meanwhile', async () => {
    const { fileId } = await begin();
    await sendRest(fileId);
    await complete(fileId);
    expect((await cancel(fileId)).status).toBe(200);
    expect((await client.get(`/api/files/${fileId}`)).status).toBe(200);
  });

  it('cannot be cancelled or resumed by other users', async () => {
    const { fileId } = await begin();
    for (const other of [app.as(own.engineer), app.as((await build(app).project()).client)]) {
      expect((await missing(fileId, other)).status).toBe(404);
      expect((await cancel(fileId, other)).status).toBe(404);
    }
    expect(await rows()).toHaveLength(1);
  });
});
