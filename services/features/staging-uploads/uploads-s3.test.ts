import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { describeOnS3, emptyBucket, s3Settings } from '../../testing/servers/stores.js';
import { audioBytes } from '../../testing/staging.js';
import { beginUpload, sha256 } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';

const TITLE = 'the staging area';

describeOnS3(TITLE, () => {
  beforeAll(() => emptyBucket(TITLE));
  const { app, own, client, stage } = useApp({ worker: true, project: {}, settings: s3Settings(TITLE) });

  afterAll(async () => {
    for await (const { key } of app.platform.storage.list('')) await app.platform.storage.delete(key);
  });

  it('keeps the bytes of a registered file when its upload URL is used again', async () => {
    const bytes = await audioBytes({ format: 'wav' });
    const permission = await stage.send('Ember.wav', bytes);
    const registered = await stage.register([permission]);
    expect(registered.status).toBe(200);
    const other = Buffer.from(bytes).fill(7, 100);
    await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body: new Uint8Array(other) });
    const again = await stage.register([permission]);
    expect(again.data.stagingFiles[0].id).toBe(registered.data.stagingFiles[0].id);
    const { body } = await app.platform.storage.get(permission.r2Key);
    expect(sha256(await buffer(body))).toBe(sha256(bytes));
  });

  it('keeps the bytes of an original when its upload URL is used again', async () => {
    const bytes = await audioBytes({ format: 'wav' });
    const what = { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav', sizeBytes: bytes.length };
    const { data } = await beginUpload(client, what);
    const put = (body: Uint8Array) =>
      fetch(data.uploadUrl, { method: 'PUT', headers: data.headers, body: new Uint8Array(body) });
    expect((await put(bytes)).status).toBe(200);
    expect((await client.post(`/api/files/${data.fileId}/complete`)).status).toBe(200);
    await put(Buffer.from(bytes).fill(7, 100));
    const answer = await fetched(`/api/files/download/${data.fileId}`, client);
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bytes));
  });

  async function fetched(path: string, caller = stage.engineer): Promise<Response> {
    const answer = await caller.fetch(path);
    const elsewhere = answer.headers.get('location');
    return elsewhere === null ? answer : fetch(elsewhere);
  }

  it('uploads masters whole and in parts, analyses, suggests, assigns and releases them, and returns them byte for byte', async () => {
    const { track } = await build(app).track({ projectId: own.project.id, title: 'Ember' });
    const large = await audioBytes({ format: 'wav', durationS: 96 });
    const small = await audioBytes({ format: 'wav', durationS: 12, bits: 24, sampleRateHz: 96_000 });
    const instrumental = await stage.drop('01 Ember Instrumental.wav', small);
    const [permission] = await stage.begin([
      { originalName: '01 Ember Master.wav', sizeBytes: large.length, lastModified: 1 },
    ]);
    const { parts } = (await stage.missingParts(permission.r2Key)).data;
    expect(parts.length).toBeGreaterThan(1);
    for (const { uploadUrl, method, headers, offset, sizeBytes } of parts) {
      expect(new URL(uploadUrl).origin).not.toBe(app.url);
      const body = new Uint8Array(large.subarray(offset, offset + sizeBytes));
      expect((await fetch(uploadUrl, { method, headers, body })).status).toBe(200);
    }
    const { data } = await stage.register([{ ...permission, sizeBytes: large.length }]);
    const [master] = data.stagingFiles;
    await drain(app.database);

    const staged = await stage.files();
    expect(staged.map(({ analysis }) => analysis)).toMatchObject([
      { state: 'done', hasPeaks: true },
      { state: 'done', hasPeaks: true },
    ]);
    expect(staged.map(({ assignmentSuggestions: [first] }) => first?.trackId)).toEqual([track.id, track.id]);
    expect((await fetched(`${stage.path}/files/${master.id}/peaks`)).status).toBe(200);

    await stage.assign(master.id, track.id);
    await stage.assign(instrumental.id, track.id, 'instrumental_master');
    const released = await stage.release([master.id, instrumental.id]);
    expect(released.data).toMatchObject({ releasedTracks: 1 });
    const bodies = new Map([
      ['master', large],
      ['variation', small],
    ]);
    for (const { id, fileType } of released.data.files) {
      const answer = await fetched(`/api/files/download/${id}`);
      expect(answer.headers.get('content-disposition')).toContain('Ember');
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(bodies.get(fileType)!));
    }
  });
});
