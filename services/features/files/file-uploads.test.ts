import { request } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { advisoryLocks } from '../../platform/database/locks.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { beginUpload, noiseWave, sendBody, sha256, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { lockProject } from '../projects/projects.writes.js';
import { Slot } from '../tracks/slot.entity.js';
import { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const MAX_FILE_BYTES = 1 << 20;

const { app, own, engineer, client } = useApp({ project: {}, settings: { MAX_FILE_BYTES: String(MAX_FILE_BYTES) } });
let outsiders: [string, Caller][];
let projectId: string;

beforeEach(async () => {
  const foreign = await build(app).project();
  projectId = own.project.id;
  const colleague = await build(app).client({ studioId: own.studio.id });
  outsiders = [
    ['another client of the studio', app.as(colleague)],
    ['another client', app.as(foreign.client)],
    ['another engineer', app.as(foreign.engineer)],
  ];
});

const begin = (caller: Caller, fileType: string, fileName: string, more: object = {}) =>
  beginUpload(caller, { projectId, fileType, fileName, ...more });
const upload = (caller: Caller, fileType: string, fileName: string, bytes = noiseWave(), more: object = {}) =>
  uploadFile(caller, { projectId, fileType, fileName, ...more }, bytes);
const names = async (caller: Caller) =>
  (await caller.get<FileView[]>(`/api/files/project/${projectId}`)).data.map((file) => file.fileName);
const status = async () => (await app.database.manager.findOneByOrFail(Project, { id: projectId })).status;

describe('uploading', () => {
  it('keeps the bytes of a file when the connection breaks during COMMIT', async () => {
    const bytes = noiseWave();
    const { fileId } = (await begin(engineer, 'master', 'Ember.wav')).data;
    const { transaction } = app.database;
    app.database.transaction = async (work) => {
      const result = await transaction.call(app.database, work);
      if (result === true) throw new Error('Connection terminated unexpectedly');
      return result as never;
    };
    const answer = await sendBody(engineer, fileId, bytes).finally(() => (app.database.transaction = transaction));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await names(engineer)).toEqual(['Ember.wav']);
    expect(Buffer.from(await (await engineer.fetch(`/api/files/download/${fileId}`)).arrayBuffer())).toEqual(bytes);
  });

  it('gives a file the extension of what it is, whatever name it was sent under', async () => {
    for (const extension of ['bat', 'hta', 'html', 'lnk']) {
      const file = await upload(client, 'upload', `Mix final.wav.${extension}`, noiseWave(), {
        contentType: 'audio/wav',
      });
      const name = `Mix final.wav.${extension}.wav`;
      expect(file).toMatchObject({ fileName: name, originalName: name });
      const { headers } = await engineer.fetch(`/api/files/download/${file.id}`);
      expect(headers.get('content-disposition')).toContain(`"${name}"`);
    }
  });

  it('resumes the upload of a file without a known extension', async () => {
    const sent = { contentType: 'audio/wav', sizeBytes: 10_000, lastModified: 5, resumable: true };
    const first = await begin(client, 'upload', 'Mix v1.2', sent);
    expect((await begin(client, 'upload', 'Mix v1.2', sent)).data.fileId).toBe(first.data.fileId);
  });

  it('accepts a raw body, stores its checksum and advances the project', async () => {
    const bytes = noiseWave();
    const file = await upload(engineer, 'master', 'Ülysses – 01.WAV', bytes);
    expect(file).toMatchObject({
      projectId,
      fileName: 'Ülysses – 01.WAV',
      fileType: 'master',
      uploadedBy: own.engineer.id,
      sizeBytes: bytes.length,
      sha256: sha256(bytes),
      track_title: null,
      parentFileId: null,
      analysis: { state: 'queued', loudness: null, hasPeaks: false },
      can: { download: true, delete: true },
    });
    expect(await status()).toBe('preview_ready');
    const [effect, cause] = (await client.get(`/api/projects/${projectId}/activity`)).data;
    expect(effect).toMatchObject({ type: 'status_changed' });
    expect(cause).toMatchObject({ type: 'file_uploaded', fileId: file.id, actor: { id: own.engineer.id } });
  });

  it('uses a signed URL when the size is known, and hides the file until it is completed', async () => {
    const bytes = noiseWave();
    const { data, status: begun } = await begin(client, 'upload', 'mix.wav', { sizeBytes: bytes.length });
    expect(begun).toBe(201);
    const complete = () => client.post<FileView>(`/api/files/${data.fileId}/complete`);
    expect(await complete()).toMatchObject({
      status: 409,
      code: 'not_uploaded',
      message: expect.stringContaining('mix.wav'),
    });
    const sent = await fetch(data.uploadUrl, {
      method: data.method,
      headers: data.headers,
      body: new Uint8Array(bytes),
    });
    expect(sent.status).toBe(200);
    expect(await names(client)).toEqual([]);
    expect((await client.get(`/api/files/${data.fileId}`)).status).toBe(404);
    expect((await engineer.post(`/api/files/${data.fileId}/complete`)).status).toBe(404);
    const [first, second] = [await complete(), await complete()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.data).toMatchObject({ sizeBytes: bytes.length, fileType: 'upload' });
    expect(await names(client)).toEqual(['mix.wav']);
    expect(await status()).toBe('created');
  });

  it('refuses file types that a role does not upload, and hides the project from outsiders', async () => {
    expect((await begin(client, 'master', 'a.wav')).status).toBe(403);
    expect((await begin(engineer, 'upload', 'a.wav')).status).toBe(403);
    for (const [who, caller] of outsiders)
      expect([who, (await begin(caller, 'upload', 'a.wav')).status]).toEqual([who, 404]);
    expect((await begin(app.anonymous, 'upload', 'a.wav')).status).toBe(401);
    const { data } = await begin(client, 'upload', 'a.wav');
    for (const [who, caller] of [...outsiders, ['the engineer', engineer] as const]) {
      expect([who, (await sendBody(caller, data.fileId, noiseWave())).status]).toEqual([who, 404]);
    }
    expect(await app.database.manager.countBy(ProjectFile, { projectId })).toBe(1);
  });

  it.each([
    ['notes.txt', {}, 422, 'wrong_type'],
    ['noextension', {}, 422, 'wrong_type'],
    ['empty.wav', { sizeBytes: 0 }, 422, 'empty'],
    ['huge.wav', { sizeBytes: MAX_FILE_BYTES + 1 }, 413, 'too_large'],
  ])('refuses to start with %s %j', async (name, more, wanted, code) => {
    const answer = await begin(client, 'upload', name, more);
    expect(answer).toMatchObject({ status: wanted, code, message: expect.stringContaining(name) });
  });

  it('refuses invalid file names', async () => {
    for (const name of ['', 'a\0.wav', 'x'.repeat(1001)]) {
      expect(await begin(client, 'upload', name)).toMatchObject({
        status: 400,
        message: expect.stringContaining('fileName'),
      });
    }
  });

  it.each([
    ['empty', {}, Buffer.alloc(0), 422, 'empty'],
    ['text with the name of audio', {}, Buffer.from('hello'), 422, 'not_audio'],
    ['FLAC with the name of WAV', {}, Buffer.from('fLaC and more'), 422, 'not_audio'],
    ['of another size than declared', { sizeBytes: 9_000 }, noiseWave(), 422, 'size_mismatch'],
    ['over the limit', {}, noiseWave(MAX_FILE_BYTES + 1), 413, 'too_large'],
    ['far over the limit', {}, noiseWave(20 * MAX_FILE_BYTES), 413, 'too_large'],
  ])('refuses a body that is %s, and then accepts a valid one', async (_, more, bytes, wanted, code) => {
    const { data } = await begin(client, 'upload', 'song.wav', more);
    const response = await sendBody(client, data.fileId, bytes);
    expect([response.status, await response.json()]).toEqual([
      wanted,
      expect.objectContaining({ code, message: expect.stringContaining('song.wav') }),
    ]);
    expect(await names(client)).toEqual([]);
    expect((await sendBody(client, data.fileId, noiseWave(9_000))).status).toBe(200);
  });

  it('leaves nothing behind when the connection breaks', async () => {
    const { data } = await begin(client, 'upload', 'song.wav');
    await new Promise<void>((resolve) => {
      const sending = request(`${app.url}/api/files/upload/${data.fileId}`, {
        method: 'PUT',
        headers: { 'x-dev-user-id': own.client.id, 'content-length': '500000' },
      });
      sending.on('error', () => resolve());
      sending.write(noiseWave(100_000), () => sending.destroy());
    });
    expect(await names(client)).toEqual([]);
    expect((await sendBody(client, data.fileId, noiseWave())).status).toBe(200);
  });

  it('accepts one of two simultaneous bodies, and refuses the other', async () => {
    const { data } = await begin(client, 'upload', 'song.wav');
    const bodies = [noiseWave(), noiseWave()];
    const answers = await Promise.all(bodies.map((bytes) => sendBody(client, data.fileId, bytes)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const kept = bodies[answers.findIndex((answer) => answer.status === 200)]!;
    const stored = await client.fetch(`/api/files/download/${data.fileId}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(kept)).toBe(true);
    expect((await sendBody(client, data.fileId, noiseWave())).status).toBe(409);
  });

  it('puts a revision in the slot of the file it replaces, and restores that file when it is deleted', async () => {
    const { track } = await build(app).track({ projectId, title: 'Overture' });
    const master = await upload(engineer, 'master', 'Overture.wav');
    const slot = { trackId: track.id, slotType: 'streaming_master' } as const;
    await app.database.manager.update(ProjectFile, { id: master.id }, slot);
    await app.database.manager.update(Slot, slot, { fileId: master.id });
    const held = async () => (await app.database.manager.findOneByOrFail(Slot, slot)).fileId;

    const second = await upload(engineer, 'revision', 'Overture v2.wav', noiseWave(), { parentFileId: master.id });
    const third = await upload(engineer, 'revision', 'Overture v3.wav', noiseWave(), { parentFileId: second.id });
    expect(third).toMatchObject({ ...slot, track_title: 'Overture', parentFileId: second.id });
    expect(await held()).toBe(third.id);
    await engineer.delete(`/api/files/${second.id}`);
    expect(await held()).toBe(third.id);
    await engineer.delete(`/api/files/${third.id}`);
    expect(await held()).toBe(master.id);
    await engineer.delete(`/api/files/${master.id}`);
    expect(await held()).toBe(null);
  });

  it('waits for the lock of the project before the lock of the quota, as the end of an upload does', async () => {
    let begun: Promise<{ status: number }> | undefined;
    await app.database.transaction(async (tx) => {
      await lockProject(tx, projectId);
      begun = begin(engineer, 'master', 'Ember.wav', { sizeBytes: 1000 });
      await until('the announcement waits', async () => {
        const [waiting] = await app.database.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting!.count > 0;
      });
      await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.quota]);
    });
    expect((await begun!).status).toBe(201);
  });

  it('chains simultaneous revisions of one file in its slot', async () => {
    const { track } = await build(app).track({ projectId, title: 'Overture' });
    const slot = { trackId: track.id, slotType: 'streaming_master' } as const;
    const master = await build(app).file({ projectId, uploadedBy: own.engineer.id, ...slot });
    await app.database.manager.update(Slot, slot, { fileId: master.id });
    const held = async () => (await app.database.manager.findOneByOrFail(Slot, slot)).fileId;

    const revise = (name: string) => upload(engineer, 'revision', name, noiseWave(), { parentFileId: master.id });
    const both = await Promise.all([revise('v2.wav'), revise('v2 too.wav')]);
    const last = both.find(({ parentFileId }) => parentFileId !== master.id)!;
    const first = both.find(({ id }) => id !== last.id)!;
    expect([last.parentFileId, first.parentFileId]).toEqual([first.id, master.id]);
    expect(await held()).toBe(last.id);
    await engineer.delete(`/api/files/${last.id}`);
    expect(await held()).toBe(first.id);

    const begun = await begin(engineer, 'revision', 'v3.wav', { parentFileId: first.id });
    await engineer.delete(`/api/files/${first.id}`);
    expect((await sendBody(engineer, begun.data.fileId, noiseWave())).status).toBe(200);
    expect(await held()).toBe(begun.data.fileId);
  });

  it('does not replace a file of another project or another type', async () => {
    const elsewhere = await build(app).file();
    const original = await upload(client, 'upload', 'mix.wav');
    for (const parentFileId of [elsewhere.id, original.id, own.client.id]) {
      expect((await begin(engineer, 'revision', 'v2.wav', { parentFileId })).status).toBe(404);
    }
  });
});
