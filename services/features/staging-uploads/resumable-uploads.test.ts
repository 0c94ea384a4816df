import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { Stage } from '../../testing/staging.js';
import { noiseWave, sha256 } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { findIncoming } from '../staging/staging-rows.view.js';
import type { PartsView } from '../uploads/upload-parts.schema.js';
import { UnregisteredUploadsWorker } from './unregistered-uploads.worker.js';
import type { PartsPermission } from './upload-requests.service.js';

const MIB = 1 << 20;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { app, worker, own, stage } = useApp({ worker: true, project: {} });
const large = noiseWave(18 * MIB);
const small = noiseWave(10_000);

const ember = {
  originalName: '01 Ember.wav',
  sizeBytes: large.length,
  folder: 'Album/CD',
  lastModified: 1_700_000_000_000,
};

const drop = (files: object[] = [ember], by = stage) => by.begin(files);
const missing = async (r2Key: string): Promise<PartsView> => (await stage.missingParts(r2Key)).data;

async function sendPart({
  uploadUrl,
  method,
  headers,
  offset,
  sizeBytes,
}: PartsView['parts'][number]): Promise<number> {
  const body = new Uint8Array(large.subarray(offset, offset + sizeBytes));
  return (await fetch(uploadUrl, { method, headers, body })).status;
}

async function sendRest(r2Key: string): Promise<void> {
  for (const part of (await missing(r2Key)).parts) expect(await sendPart(part)).toBe(200);
}

const register = (permission: PartsPermission, sizeBytes = large.length) =>
  stage.register([{ ...permission, sizeBytes }]);
const sweepIn = (ms: number) => worker.get(UnregisteredUploadsWorker).sweep({ slot: new Date(Date.now() + ms) });
const incoming = () => findIncoming(app.database.manager, { projectId: own.project.id });

describe('a large file', () => {
  it('resumes when it is dropped again, and arrives byte for byte with its folder', async () => {
    const [begun] = await drop();
    expect(begun).toMatchObject({ originalName: '01 Ember.wav', sentBytes: 0 });
    const first = await missing(begun.r2Key);
    expect(first.parts.map(({ sizeBytes }) => sizeBytes)).toEqual([8 * MIB, 8 * MIB, 2 * MIB]);
    await sendPart(first.parts[1]!);
    expect((await register(begun)).code).toBe('no_good_file');

    const [again] = await drop();
    expect(again).toEqual({ ...begun, sentBytes: 8 * MIB });
    const rest = await missing(again.r2Key);
    expect(rest).toMatchObject({ sizeBytes: 18 * MIB, sentBytes: 8 * MIB });
    expect(rest.parts.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
    await sendRest(again.r2Key);
    expect(await missing(again.r2Key)).toEqual({ sizeBytes: 18 * MIB, sentBytes: 18 * MIB, parts: [] });
    expect((await register(again)).data.stagingFiles).toMatchObject([{ folder: 'Album/CD', sizeBytes: 18 * MIB }]);
    const { body } = await app.platform.storage.get(again.r2Key);
    expect(sha256(Buffer.concat(await body.toArray()))).toBe(sha256(large));
  });

  it('stays one row when it is dropped again after staging, until that row is deleted', async () => {
    const [permission] = await drop();
    await sendRest(permission.r2Key);
    const { data } = await register(permission);
    const [again] = await drop();
    expect(again).toEqual({ ...permission, sentBytes: 18 * MIB });
    expect((await missing(again.r2Key)).parts).toEqual([]);
    expect((await register(again)).data.stagingFiles[0].id).toBe(data.stagingFiles[0].id);
    await stage.remove(data.stagingFiles[0].id);
    expect((await drop())[0]).toMatchObject({ sentBytes: 0 });
    expect((await drop())[0].r2Key).not.toBe(permission.r2Key);
  });

  it("is a different upload when it is another user's, in another place, or changed", async () => {
    const [begun] = await drop();
    const colleague = await build(app).engineer({ studioId: own.project.studioId });
    const elsewhere = await build(app).project({ studioId: own.project.studioId, engineerId: own.engineer.id });
    const others = [
      await drop([ember], new Stage(app.as(colleague), own.project.id)),
      await drop([ember], new Stage(app.as(own.engineer), elsewhere.project.id)),
      await drop([{ ...ember, folder: 'Album' }]),
      await drop([{ ...ember, lastModified: ember.lastModified + 1 }]),
      await drop([{ ...ember, lastModified: undefined }]),
    ];
    for (const [other] of others) expect(other).toMatchObject({ sentBytes: 0 });
    expect(others.map(([other]) => other.r2Key)).not.toContain(begun.r2Key);
  });

  it('is never mixed with an identical file of the same batch', async () => {
    const twins = await drop([ember, ember]);
    expect(new Set(twins.map(({ r2Key }) => r2Key)).size).toBe(2);
    const again = await drop([ember]);
    expect(twins.map(({ r2Key }) => r2Key)).not.toContain(again[0].r2Key);
  });

  it('is one upload when two tabs drop it at once', async () => {
    const batch = [ember, { ...ember, originalName: '02.wav' }];
    const tabs = await Promise.all([drop(batch), drop(batch), drop(batch)]);
    expect(new Set(tabs.flat().map(({ r2Key }) => r2Key)).size).toBe(2);
    expect(await incoming()).toHaveLength(2);
  });

  it('accepts parts from two tabs at once', async () => {
    const [permission] = await drop();
    const [here, there] = await Promise.all([missing(permission.r2Key), missing(permission.r2Key)]);
    const sent = [here.parts[0]!, there.parts[1]!, here.parts[2]!].map(sendPart);
    expect(await Promise.all(sent)).toEqual([200, 200, 200]);
    const [one, two] = await Promise.all([register(permission), register(permission)]);
    expect(one.data.stagingFiles[0].id).toBe(two.data.stagingFiles[0].id);
  });

  it('starts again under the same key when the store has dropped its parts', async () => {
    const [permission] = await drop();
    await sendPart((await missing(permission.r2Key)).parts[0]!);
    const [file] = await incoming();
    await app.platform.storage.abortUpload(file!.upload!);
    expect((await drop())[0]).toEqual({ ...permission, sentBytes: 0 });
    await sendRest(permission.r2Key);
    expect((await register(permission)).status).toBe(200);
  });

  it('is staged by the sweep after its last part if its tab was closed, and kept while parts may arrive', async () => {
    const [permission] = await drop();
    const { parts } = await missing(permission.r2Key);
    await sendPart(parts[0]!);
    await sweepIn(DAY_MS + MINUTE_MS);
    expect(await incoming()).toHaveLength(1);
    await sendRest(permission.r2Key);
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toMatchObject([{ originalName: '01 Ember.wav', folder: 'Album/CD' }]);
    expect(await incoming()).toEqual([]);
  });

  it('is dropped a day after its parts have expired', async () => {
    const [permission] = await drop();
    await sendPart((await missing(permission.r2Key)).parts[0]!);
    await app.platform.storage.sweepUploads(new Date(Date.now() + MINUTE_MS));
    await sweepIn(3 * MINUTE_MS);
    expect(await incoming()).toHaveLength(1);
    await sweepIn(DAY_MS + MINUTE_MS);
    expect(await incoming()).toEqual([]);
  });

  it('is sent in one piece by callers that do not support parts', async () => {
    const answer = await stage.engineer.post(`${stage.path}/upload-urls`, { files: [ember] });
    const [permission] = answer.data.uploads;
    expect(permission).toMatchObject({ method: 'PUT', uploadUrl: expect.any(String) });
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(large) });
    expect((await register(permission)).status).toBe(200);
  });
});

describe('a small file', () => {
  const file = { originalName: 'small.wav', sizeBytes: small.length, lastModified: 1 };

  it('is not sent again when it has arrived', async () => {
    const [permission] = await drop([file]);
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(small) });
    const { fileName, originalName, r2Key } = permission;
    const [again] = await drop([file]);
    expect(again).toEqual({ fileName, originalName, r2Key, sentBytes: small.length });
    expect((await register(again, small.length)).status).toBe(200);
  });

  it('keeps its key when it has not', async () => {
    const [permission] = await drop([file]);
    expect((await drop([file]))[0]).toMatchObject({ r2Key: permission.r2Key, uploadUrl: expect.any(String) });
    expect(await incoming()).toHaveLength(1);
  });
});

describe('an upload that is not finished', () => {
  const unfinished = async (by: Stage) => (await by.engineer.get(`${by.path}/unfinished-uploads`)).data.uploads;

  it('is listed for the user who started it, until it is registered', async () => {
    const [permission] = await drop([ember, { originalName: 'not to be resumed.wav', sizeBytes: 5 }]);
    const { originalName, folder, sizeBytes } = ember;
    expect(await unfinished(stage)).toEqual([{ r2Key: permission.r2Key, originalName, folder, sizeBytes }]);
    const colleague = await build(app).engineer({ studioId: own.project.studioId });
    expect(await unfinished(new Stage(app.as(colleague), own.project.id))).toEqual([]);
    await sendRest(permission.r2Key);
    await register(permission);
    expect(await unfinished(stage)).toEqual([]);
  });
});

describe('a cancelled upload', () => {
  it('leaves nothing behind, and staged files stay', async () => {
    const [kept, cancelled] = await drop([ember, { ...ember, originalName: '02.wav' }]);
    for (const { r2Key } of [kept, cancelled]) await sendPart((await missing(r2Key)).parts[0]!);
    await sendRest(kept.r2Key);
    await register(kept);
    const answer = await stage.engineer.post(`${stage.path}/cancel-uploads`, { r2Keys: [kept.r2Key, cancelled.r2Key] });
    expect(answer.status).toBe(200);
    expect(await incoming()).toEqual([]);
    expect(await stage.files()).toHaveLength(1);
    expect((await stage.missingParts(cancelled.r2Key)).status).toBe(404);
    expect((await register(cancelled)).code).toBe('no_good_file');
  });

  it('is hidden from other studios', async () => {
    const [permission] = await drop();
    const other = await build(app).project();
    const stranger = app.as(other.engineer);
    const theirs = `/api/staging/projects/${other.project.id}`;
    expect((await stranger.post(`${theirs}/upload-parts`, { r2Key: permission.r2Key })).status).toBe(404);
    await stranger.post(`${theirs}/cancel-uploads`, { r2Keys: [permission.r2Key] });
    expect(await incoming()).toHaveLength(1);
  });
});
