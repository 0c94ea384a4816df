import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { noiseWave, sha256, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { FileDownload } from './file-download.entity.js';
import type { FileView } from './files.schema.js';

const { app, own, engineer, client } = useApp({ project: {} });
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

const upload = (caller: Caller, fileType: string, fileName: string, bytes = noiseWave(), more: object = {}) =>
  uploadFile(caller, { projectId, fileType, fileName, ...more }, bytes);
const list = async (caller: Caller) => (await caller.get<FileView[]>(`/api/files/project/${projectId}`)).data;
const names = async (caller: Caller) => (await list(caller)).map((file) => file.fileName);
const status = async () => (await app.database.manager.findOneByOrFail(Project, { id: projectId })).status;
const setStatus = (to: Project['status']) => app.database.manager.update(Project, { id: projectId }, { status: to });
const download = (caller: Caller, fileId: string, headers: Record<string, string> = {}) =>
  caller.fetch(`/api/files/download/${fileId}`, { headers });
const fetchWhole = async (caller: Caller, fileId: string) => (await download(caller, fileId)).arrayBuffer();
const fetched = async (fileId: string) =>
  (await app.database.manager.findOneBy(FileDownload, { fileId }))?.received.replace(/"/g, '');
const becomes = (wanted: Project['status']) => until(status, async () => (await status()) === wanted);

describe('listing', () => {
  it('shows everyone all files, newest first, and what they may do with them', async () => {
    const bandmate = await build(app).person(projectId, 'decides');
    await build(app).file({ projectId, fileType: 'upload', uploadedBy: bandmate.id, fileName: 'other-mix.wav' });
    await upload(client, 'upload', 'mix.wav');
    await upload(engineer, 'variation', 'vinyl.wav');
    for (const caller of [engineer, client])
      expect(await names(caller)).toEqual(['vinyl.wav', 'mix.wav', 'other-mix.wav']);
    expect((await list(client)).map((file) => file.can)).toEqual([
      { download: false, delete: false, approve: true, pair: false },
      { download: true, delete: true, approve: false, pair: true },
      { download: true, delete: false, approve: false, pair: true },
    ]);
  });

  it('returns 404 to outsiders', async () => {
    const { id } = await upload(engineer, 'master', 'm.wav');
    for (const [who, caller] of outsiders) {
      const paths = [
        `/api/files/project/${projectId}`,
        ...['', '/peaks', '/listening'].map((end) => `/api/files/${id}${end}`),
      ];
      for (const path of [...paths, `/api/files/download/${id}`]) {
        expect([who, path, (await caller.get(path)).status]).toEqual([who, path, 404]);
      }
      expect((await caller.delete(`/api/files/${id}`)).status).toBe(404);
    }
    expect(await names(engineer)).toEqual(['m.wav']);
  });
});

describe('downloading', () => {
  it('returns the original bytes under the original name', async () => {
    const bytes = noiseWave(70_000);
    const { id } = await upload(engineer, 'master', '01 – Höhle "live"; final.wav', bytes);
    const response = await download(engineer, id);
    expect(response.status).toBe(200);
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes));
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(response.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
    expect(response.headers.get('content-disposition')).toContain(
      `attachment; filename="01 _ Hohle _live_; final.wav"; filename*=UTF-8''01%20%E2%80%93%20H%C3%B6hle`,
    );
  });

  it('supports ranges', async () => {
    const bytes = noiseWave(1000);
    const { id } = await upload(engineer, 'master', 'm.wav', bytes);
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=990-', 990, 999],
      ['bytes=-5', 995, 999],
      ['bytes=500-5000', 500, 999],
    ] as const) {
      const response = await download(engineer, id, { range });
      expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/1000`]);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await download(engineer, id, { range: 'bytes=1000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    expect((await download(engineer, id, { range: 'bytes=1-2,4-5' })).status).toBe(200);
  });

  it('locks finals for the client until payment, but plays the preview', async () => {
    const { id } = await upload(engineer, 'master', 'm.wav');
    const locked = await client.get(`/api/files/download/${id}`);
    expect([locked.status, locked.code, locked.message]).toEqual([402, 'payment_required', 'Payment required']);
    await setStatus('approved');
    expect((await download(client, id)).status).toBe(402);

    expect((await client.get(`/api/files/${id}/listening`)).status).toBe(404);
    const preview = randomBytes(500);
    const peaks = randomBytes(100);
    await app.platform.storage.put(`test/${id}/preview.mp3`, preview, { contentType: 'audio/mpeg' });
    await app.platform.storage.put(`test/${id}/peaks`, peaks, { contentType: 'application/octet-stream' });
    await app.database.query(
      `UPDATE audio SET preview_key = $2, peaks_key = $3 WHERE id = (SELECT audio_id FROM files WHERE id = $1)`,
      [id, `test/${id}/preview.mp3`, `test/${id}/peaks`],
    );
    const { data: addresses } = await client.get(`/api/files/${id}/listening`);
    expect(addresses.original).toBeNull();
    const heard = await client.fetch(addresses.preview.url, { headers: { range: 'bytes=100-199' } });
    expect([heard.status, heard.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect(heard.headers.get('content-disposition')).toContain('inline; filename=m.mp3');
    expect(Buffer.from(await heard.arrayBuffer()).equals(preview.subarray(100, 200))).toBe(true);
    const drawn = await client.fetch(`/api/files/${id}/peaks`);
    expect(Buffer.from(await drawn.arrayBuffer()).equals(peaks)).toBe(true);
    const again = await client.fetch(`/api/files/${id}/peaks`, {
      headers: { 'if-none-match': drawn.headers.get('etag')! },
    });
    expect(again.status).toBe(304);

    await setStatus('delivered');
    expect((await download(client, id)).status).toBe(200);
    const { original } = (await client.get(`/api/files/${id}/listening`)).data;
    expect((await client.fetch(original.url, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
  });

  it('has no URL for people that works without their session or after their removal', async () => {
    const { id } = await upload(engineer, 'master', 'm.wav');
    await setStatus('delivered');
    await app.platform.storage.put(`test/${id}/preview.mp3`, randomBytes(500), { contentType: 'audio/mpeg' });
    await app.database.query(
      'UPDATE audio SET preview_key = $2 WHERE id = (SELECT audio_id FROM files WHERE id = $1)',
      [id, `test/${id}/preview.mp3`],
    );
    const person = await build(app).person(projectId, 'decides');
    const guest = app.as(person);
    const { preview, original } = (await guest.get(`/api/files/${id}/listening`)).data;
    const urls = [preview.url, original.url];
    const statuses = (caller: Caller) => Promise.all(urls.map(async (url) => (await caller.fetch(url)).status));
    expect([await statuses(guest), await statuses(app.anonymous)]).toEqual([
      [200, 200],
      [401, 401],
    ]);
    await engineer.delete(`/api/projects/${projectId}/people/${person.id}`);
    expect(await statuses(guest)).toEqual([404, 404]);
  });

  it('lets the client download their own uploads at any time', async () => {
    const { id } = await upload(client, 'upload', 'mix.wav');
    expect((await download(client, id)).status).toBe(200);
    expect((await download(engineer, id)).status).toBe(200);
  });

  it('returns 404 when the object is missing', async () => {
    const { id } = await build(app).file({ projectId });
    expect((await engineer.get(`/api/files/download/${id}`)).status).toBe(404);
  });
});

describe('delivery', () => {
  it('happens when the client has completely downloaded every current final of a paid project', async () => {
    const old = await upload(engineer, 'master', 'one.wav');
    const newer = await upload(engineer, 'revision', 'one v2.wav', noiseWave(), { parentFileId: old.id });
    const other = await upload(engineer, 'variation', 'two.wav', noiseWave(1000));
    await upload(client, 'upload', 'mix.wav');
    await setStatus('paid');

    await fetchWhole(client, newer.id);
    await fetchWhole(engineer, other.id);
    const part = await download(client, other.id, { range: 'bytes=400-' });
    await part.arrayBuffer();
    await client.fetch(`/api/files/download/${other.id}`, { method: 'HEAD' });
    await until('the range to be kept', async () => (await fetched(other.id)) === '{[400,1000)}');
    expect(await status()).toBe('paid');
    await (await download(client, other.id, { range: 'bytes=0-399' })).arrayBuffer();
    await becomes('delivered');
    const [activity] = (await client.get(`/api/projects/${projectId}/activity`)).data;
    expect(activity).toMatchObject({ actor: null, message: 'Status changed from Paid to Delivered' });
  });

  it('counts a download that was interrupted and resumed', async () => {
    const size = 32 << 20;
    const { id } = await upload(engineer, 'master', 'long.wav', noiseWave(size));
    await setStatus('paid');
    const reader = (await download(client, id)).body!.getReader();
    let read = 0;
    while (read < 1 << 20) read += (await reader.read()).value!.length;
    await reader.cancel();
    await until('the part to be kept', async () => (await fetched(id)) !== undefined);
    expect(await fetched(id)).not.toBe(`{[0,${size})}`);
    expect(await status()).toBe('paid');
    await (await download(client, id, { range: `bytes=${read}-` })).arrayBuffer();
    await becomes('delivered');
  });

  it('also happens when the last two finals are downloaded at the same time', async () => {
    const files = [await upload(engineer, 'master', 'one.wav'), await upload(engineer, 'master', 'two.wav')];
    await setStatus('paid');
    await Promise.all(files.map((file) => fetchWhole(client, file.id)));
    await becomes('delivered');
  });
});

describe('deleting', () => {
  it('is allowed to the uploader, and for originals also to the engineer', async () => {
    const master = await upload(engineer, 'master', 'm.wav');
    const mix = await upload(client, 'upload', 'mix.wav');
    expect((await client.delete(`/api/files/${master.id}`)).status).toBe(403);
    expect((await app.anonymous.delete(`/api/files/${mix.id}`)).status).toBe(401);
    expect(await names(engineer)).toEqual(['mix.wav', 'm.wav']);
    const other = await upload(client, 'upload', 'other.wav');
    expect((await engineer.delete(`/api/files/${other.id}`)).status).toBe(200);
    expect(await client.delete(`/api/files/${mix.id}`)).toMatchObject({
      status: 200,
      json: { success: true, data: null },
    });
    expect((await engineer.delete(`/api/files/${master.id}`)).status).toBe(200);
    expect(await names(engineer)).toEqual([]);
    expect((await engineer.delete(`/api/files/${master.id}`)).status).toBe(404);
    expect((await download(engineer, master.id)).status).toBe(404);
  });

  it('happens once when requested twice at the same time', async () => {
    const { id } = await upload(engineer, 'master', 'm.wav');
    const answers = await Promise.all([1, 2].map(() => engineer.delete(`/api/files/${id}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
  });
});
