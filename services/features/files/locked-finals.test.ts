import { request } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import { ProjectFile } from './file.entity.js';
import type { FileView, ListeningView } from './files.schema.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: {} });

/** IDs and URLs that an unpaid client may know or guess, for use in the attempts below. */
interface Scene {
  projectId: string;
  final: FileView;
  stagedId: string;
  audioId: string;
  trackId: string;
  /** Keys of the final; a client could only guess them. */
  objectKey: string;
  previewKey: string;
  listening: ListeningView;
  /** URLs of the client's own original. */
  ownListening: ListeningView;
  ownUpload: { uploadUrl: string };
}

type Attempt = (scene: Scene) => Promise<Answer> | Answer;
interface Answer {
  status: number;
  body: Buffer;
}

let scene: Scene;
let bytes: Buffer;

const read = async (response: Promise<Response>): Promise<Answer> => {
  const answer = await response;
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
};
const get = (path: string, headers: Record<string, string> = {}) => read(client.fetch(path, { headers }));
const send = (method: string, path: string, body?: unknown) =>
  read(
    client.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

/** Sends the path unchanged; `fetch` would normalise it. */
const requestRaw = (path: string, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(scene.listening.preview.url);
    request({ hostname, port, path, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

/** Requests a signed URL after changing part of it. */
const changed = (address: string, change: (url: URL) => void) => {
  const url = new URL(address);
  change(url);
  return requestRaw(`${url.pathname}${url.search}`);
};
const pathOf = (key: string) => `/storage/${key.split('/').map(encodeURIComponent).join('/')}`;
const staging = (rest = '') => `/api/staging/projects/${scene.projectId}${rest}`;
const download = () => `/api/files/download/${scene.final.id}`;
const signatureOf = (address: string) => new URL(address).search;

beforeEach(async () => {
  bytes = await audioBytes({ format: 'wav', bits: 24, seed: 7 });
  const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 1, title: 'Ember' });
  const staged = await stage.drop('Ember.wav', bytes);
  await stage.assign(staged.id, data.track.id);
  const released = await stage.release([staged.id]);
  const mix = await uploadFile(
    client,
    { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' },
    await audioBytes({ format: 'wav', seed: 8 }),
  );
  const begun = await client.post('/api/files/upload-url', {
    projectId: own.project.id,
    fileType: 'upload',
    fileName: 'next.wav',
    sizeBytes: 1000,
  });
  await drain(app.database);
  const final: FileView = released.data.files[0];
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id: final.id });
  const { objectKey, previewKey } = await app.database.manager.findOneByOrFail(Audio, { id: audioId });
  scene = {
    projectId: own.project.id,
    final,
    stagedId: staged.id,
    audioId,
    trackId: data.track.id,
    objectKey,
    previewKey: previewKey!,
    listening: (await engineer.get<ListeningView>(`/api/files/${final.id}/listening`)).data,
    ownListening: (await engineer.get<ListeningView>(`/api/files/${mix.id}/listening`)).data,
    ownUpload: begun.data,
  };
});

/** Eleven samples of 24 bytes from the file. No response may contain any of them. */
const samples = () =>
  Array.from({ length: 11 }, (_, index) => {
    const at = 4096 + Math.floor((index * (bytes.length - 8192)) / 11);
    return bytes.subarray(at, at + 24);
  });
const holdsSome = (body: Buffer) => samples().some((sample) => body.includes(sample));

const attempts: Record<string, Attempt> = {
  'the download': () => get(download()),
  'a HEAD request': () => send('HEAD', download()),
  'its first bytes': () => get(download(), { range: 'bytes=0-999' }),
  'its last bytes': () => get(download(), { range: 'bytes=-999' }),
  'many ranges': () => get(download(), { range: 'bytes=5000-5999,7000-7999' }),
  'a range with If-Range': ({ final }) => get(download(), { range: 'bytes=5000-', 'if-range': `"${final.sha256}"` }),
  'a conditional request with its ETag': ({ final }) => get(download(), { 'if-none-match': `"${final.sha256}"` }),
  'the download by another method': () =>
    read(client.fetch(download(), { method: 'POST', headers: { 'x-http-method-override': 'GET' } })),
  'the download with claims of having paid': () => get(`${download()}?paid=true&role=engineer&status=delivered`),
  'the download under a path that needs normalising': ({ final }) =>
    requestRaw(`/api/files/project/../download/${final.id}`),
  'the download, encoded twice': ({ final }) => get(`/api/files/download%252F${final.id}`),
  'the download without a session': () => requestRaw(download()),
  'the finals as ZIP': ({ projectId }) => get(`/api/files/project/${projectId}/archive/finals`),
  'the originals as ZIP': ({ projectId }) => get(`/api/files/project/${projectId}/archive/originals`),
  'everything as ZIP': ({ projectId }) => get(`/api/files/project/${projectId}/archive/all`),
  'a range of the ZIP': ({ projectId }) =>
    get(`/api/files/project/${projectId}/archive/finals`, { range: 'bytes=5000-' }),
  'the download of the staged file': ({ stagedId }) => get(`/api/files/download/${stagedId}`),
  'the download by the id of its audio': ({ audioId }) => get(`/api/files/download/${audioId}`),
  'the download by the id of its track': ({ trackId }) => get(`/api/files/download/${trackId}`),
  'the staging area': () => get(staging()),
  'the waveform in staging': ({ stagedId }) => get(staging(`/files/${stagedId}/peaks`)),
  'the parts of its upload in staging': ({ objectKey }) => send('POST', staging('/upload-parts'), { r2Key: objectKey }),
  'the parts of its upload in Files': ({ final }) => send('POST', `/api/files/${final.id}/upload-parts`),
  'completing its upload': ({ final }) => send('POST', `/api/files/${final.id}/complete`),
  'its object registered as a staged file': ({ objectKey }) =>
    send('POST', staging('/bulk-upload'), {
      files: [{ fileName: 'a.wav', originalName: 'a.wav', r2Key: objectKey, sizeBytes: bytes.length }],
    }),
  'an original that replaces it': ({ projectId, final }) =>
    send('POST', '/api/files/upload-url', {
      projectId,
      fileType: 'upload',
      fileName: 'a.wav',
      parentFileId: final.id,
    }),
  'a project that the client sets to delivered': async ({ projectId }) => {
    await send('PUT', `/api/projects/${projectId}`, { status: 'delivered' });
    return get(download());
  },
  'a payment without an invoice': async ({ projectId }) => {
    await send('POST', `/api/projects/${projectId}/pay`, {});
    return get(download());
  },
  'the sound of the original': ({ final }) => get(`/api/files/${final.id}/sound/original`),
  'the sound of a lossless version': ({ final }) => get(`/api/files/${final.id}/sound/lossless`),
  'an approval': async ({ final }) => {
    await send('PUT', `/api/files/${final.id}/approval`, { verdict: 'approved' });
    return get(download());
  },
  'the object in the store': ({ objectKey }) => requestRaw(pathOf(objectKey)),
  'the object with the signature of the preview': ({ objectKey, listening }) =>
    requestRaw(`${pathOf(objectKey)}${signatureOf(listening.preview.url)}`),
  'a HEAD request for the object with that signature': ({ objectKey, listening }) =>
    requestRaw(`${pathOf(objectKey)}${signatureOf(listening.preview.url)}`, 'HEAD'),
  'the object with the signature of an original of their own': ({ objectKey, ownListening }) =>
    requestRaw(`${pathOf(objectKey)}${signatureOf(ownListening.original!.url)}`),
  'the object with the signature of an upload': ({ objectKey, ownUpload }) =>
    requestRaw(`${pathOf(objectKey)}${signatureOf(ownUpload.uploadUrl)}`),
  'the object past the preview': ({ objectKey, previewKey, listening }) =>
    requestRaw(`${pathOf(previewKey)}/../../../${objectKey}${signatureOf(listening.preview.url)}`),
  'the object past the preview, encoded': ({ objectKey, previewKey, listening }) =>
    requestRaw(
      `${pathOf(previewKey)}%2F..%2F..%2F..%2F${encodeURIComponent(objectKey)}${signatureOf(listening.preview.url)}`,
    ),
  'the object without a signature': ({ objectKey, listening }) =>
    changed(listening.preview.url, (url) => {
      url.pathname = pathOf(objectKey);
      url.searchParams.delete('signature');
    }),
  'the object with a second key parameter': ({ objectKey, listening }) =>
    changed(listening.preview.url, (url) => {
      url.pathname = pathOf(objectKey);
      url.searchParams.append('key', objectKey);
    }),
  'the object in the trash': ({ objectKey, listening }) =>
    requestRaw(
      `${pathOf(`trash/${new Date().toISOString().slice(0, 10)}/${objectKey}`)}${signatureOf(listening.preview.url)}`,
    ),
  'a lossless copy of it': ({ final }) => send('POST', `/api/files/${final.id}/lossless`),
  'a lossless copy of the staged file': ({ stagedId }) => send('POST', `/api/files/${stagedId}/lossless`),
  'enabling lossless listening as the client': async ({ projectId, final }) => {
    await send('PUT', `/api/projects/${projectId}`, { losslessListening: true });
    return send('POST', `/api/files/${final.id}/lossless`);
  },
  'the key of a lossless copy with the signature of the preview': ({ audioId, listening }) =>
    requestRaw(`${pathOf(`derived/${audioId}/lossless.flac`)}${signatureOf(listening.preview.url)}`),
  'the preview with a later expiry': ({ listening }) =>
    changed(listening.preview.url, (url) => url.searchParams.set('expires', '99999999999')),
  'the folder of the store': ({ projectId }) => requestRaw(`/storage/projects/${projectId}/`),
  'the file of another client': async ({ final }) =>
    read(app.as(await build(app).client({ studioId: own.studio.id })).fetch(`/api/files/download/${final.id}`)),
};

describe('a client who has not paid', () => {
  it('cannot get any bytes of a released master by any of many requests', async () => {
    const names = Object.keys(attempts);
    expect(names.length).toBeGreaterThanOrEqual(30);
    const leaks: string[] = [];
    const answered: string[] = [];
    for (const name of names) {
      const { status, body } = await attempts[name]!(scene);
      if (holdsSome(body)) leaks.push(name);
      if (status < 300) answered.push(name);
    }
    expect(leaks).toEqual([]);
    expect(answered).toEqual([]);
  });

  it('can play the preview and see the waveform, but gets no URL of the file', async () => {
    const { final } = scene;
    const { data: listening } = await client.get<ListeningView>(`/api/files/${final.id}/listening`);
    expect([listening.original, listening.lossless, final.lossless]).toEqual([null, null, null]);
    const preview = await get(listening.preview.url);
    expect(preview.status).toBe(200);
    expect(holdsSome(preview.body)).toBe(false);
    const peaks = await get(`/api/files/${final.id}/peaks`);
    expect(peaks.status).toBe(200);
    expect(holdsSome(peaks.body)).toBe(false);
    const told = await get(`/api/files/project/${scene.projectId}`);
    expect(told.body.toString()).not.toContain(scene.objectKey);
  });

  it('can play the lossless version only if the engineer allows it, and never gets the file', async () => {
    await engineer.put(`/api/projects/${scene.projectId}`, { losslessListening: true });
    expect((await send('POST', `/api/files/${scene.final.id}/lossless`)).status).toBe(200);
    await drain(app.database);
    const { data } = await client.get<ListeningView>(`/api/files/${scene.final.id}/listening`);
    const { body } = await get(data.lossless!.url);
    expect([body.toString('latin1', 0, 4), holdsSome(body), data.original]).toEqual(['fLaC', false, null]);
    const leaks: string[] = [];
    for (const name of Object.keys(attempts).filter(
      (each) => !each.includes('lossless') && !each.includes('without loss'),
    )) {
      if (holdsSome((await attempts[name]!(scene)).body)) leaks.push(name);
    }
    expect(leaks).toEqual([]);
  });

  it('gets every byte once the project is delivered, which proves that the samples are detected', async () => {
    await engineer.put(`/api/projects/${scene.projectId}`, { status: 'delivered' });
    const { status, body } = await get(download());
    expect([status, holdsSome(body), body.equals(bytes)]).toEqual([200, true, true]);
  });
});
