import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { beginUpload, noiseWave, sendBody, uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';

const PROJECT_BYTES = 2_000_000;
const CLIENT_BYTES = 600_000;

const { app, own, client, engineer, stage } = useApp({
  worker: true,
  project: {},
  settings: { MAX_PROJECT_BYTES: String(PROJECT_BYTES), MAX_CLIENT_BYTES: String(CLIENT_BYTES) },
});
let wave: Buffer;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav', durationS: 3 });
});

const original = (sizeBytes: number) =>
  beginUpload(client, { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav', sizeBytes });
const allow = (...sizes: number[]) =>
  engineer.post(`${stage.path}/upload-urls`, {
    files: sizes.map((sizeBytes, index) => ({ originalName: `${index}.wav`, sizeBytes })),
  });

/** Sends a body without Content-Length, as programs do that stream their output. */
const sendChunked = (caller: Caller, fileId: string, bytes: Uint8Array): Promise<Response> =>
  caller.fetch(`/api/files/upload/${fileId}`, {
    method: 'PUT',
    body: ReadableStream.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]),
    headers: { 'content-type': 'audio/wav' },
    duplex: 'half',
  });

async function storedBy(userId: string): Promise<number> {
  const [row] = (await app.database.query(
    `SELECT sum(size_bytes)::int AS bytes FROM audio JOIN files ON audio_id = audio.id
     WHERE uploaded_by = $1 AND completed_at IS NOT NULL`,
    [userId],
  )) as [{ bytes: number }];
  return row.bytes;
}

describe('the limit of a client', () => {
  it('also counts uploads that are permitted and have not arrived', async () => {
    expect((await original(400_000)).status).toBe(201);
    expect(await original(400_000)).toMatchObject({
      status: 409,
      code: 'client_full',
      message:
        'There is no room for mix.wav: a client may store at most 585.94 KB. That includes files in the trash, which can be deleted for good on the page Storage.',
    });
    expect((await original(150_000)).status).toBe(201);
  });

  it('holds for simultaneous requests together', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => original(400_000)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('holds for uploads announced without a size', async () => {
    const begin = async () =>
      (await beginUpload(client, { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' })).data.fileId;
    const [first, second, third] = [await begin(), await begin(), await begin()];
    expect((await sendBody(client, first, noiseWave(400_000))).status).toBe(200);
    const refused = await sendBody(client, second, noiseWave(400_000));
    expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ code: 'client_full' })]);
    const chunked = await sendChunked(client, third, noiseWave(400_000));
    expect([chunked.status, await chunked.json()]).toEqual([409, expect.objectContaining({ code: 'client_full' })]);
    expect(await storedBy(own.client.id)).toBe(400_000);
    expect((await sendChunked(client, third, noiseWave(150_000))).status).toBe(200);
  });

  it('holds for simultaneous bodies without Content-Length together', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await beginUpload(client, { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' })).data
            .fileId,
      ),
    );
    const answers = await Promise.all(ids.map((id) => sendChunked(client, id, noiseWave(400_000))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await storedBy(own.client.id)).toBe(400_000);
  });

  it('is freed when the engineer deletes the upload', async () => {
    const mix = { projectId: own.project.id, fileType: 'upload', fileName: 'mix.wav' };
    const { id } = await uploadFile(client, mix, noiseWave(400_000));
    expect((await original(400_000)).status).toBe(409);
    expect((await engineer.delete(`/api/files/${id}`)).status).toBe(200);
    expect((await original(400_000)).status).toBe(201);
  });
});

describe('the limit of a project', () => {
  it('holds for all files of a batch together', async () => {
    expect(await allow(900_000, 900_000, 900_000)).toMatchObject({
      status: 409,
      code: 'project_full',
      message:
        'There is no room for these 3 files: a project holds at most 1.91 MB. That includes files in the trash, which can be deleted for good on the page Storage.',
    });
    expect((await allow(900_000, 900_000)).status).toBe(200);
    expect((await allow(900_000)).code).toBe('project_full');
  });

  it('counts waveforms and previews', async () => {
    const { r2Key } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    const audio = await app.database.manager.findOneByOrFail(Audio, { objectKey: r2Key });
    const [sizeBytes, derivedBytes] = [audio.sizeBytes, audio.derivedBytes ?? 0];
    expect(derivedBytes).toBeGreaterThan(90_000);
    const rest = PROJECT_BYTES - sizeBytes - derivedBytes;
    expect((await allow(rest + 1)).code).toBe('project_full');
    expect((await allow(rest)).status).toBe(200);
  });
});

describe('the cover of a release', () => {
  const putCover = (bytes: Buffer) =>
    client.fetch(`/api/projects/${own.project.id}/metadata/cover`, { method: 'PUT', body: new Uint8Array(bytes) });

  const keep = (sha256: string) =>
    app.database.query(
      `INSERT INTO edition_covers (project_id, sha256, content_type, width, height, bytes, thumbnail)
       SELECT project_id, $2, content_type, width, height, bytes, thumbnail FROM covers WHERE project_id = $1`,
      [own.project.id, sha256],
    );

  it('counts for its project, and so does each one that an edition keeps', async () => {
    const cover = await noisePicture(300_000);
    expect((await putCover(cover)).status).toBe(200);
    const [stored] = await app.database.query<{ bytes: number }>(
      'SELECT octet_length(bytes) + octet_length(thumbnail) AS bytes FROM covers WHERE project_id = $1',
      [own.project.id],
    );
    const rest = PROJECT_BYTES - stored!.bytes;
    expect((await allow(rest + 1)).code).toBe('project_full');
    await keep('an earlier one');
    expect((await allow(rest - stored!.bytes + 1)).code).toBe('project_full');
    expect((await allow(rest - stored!.bytes)).status).toBe(200);
    expect((await putCover(cover)).status).toBe(200);
    expect(await (await putCover(await noisePicture(400_000))).json()).toMatchObject({
      status: 409,
      message: expect.stringContaining('There is no room for the cover'),
    });
  });

  it('is not replaced by one of the same size while the project holds more than it may', async () => {
    const cover = await noisePicture(300_000);
    expect((await putCover(cover)).status).toBe(200);
    for (const sha256 of ['1', '2', '3', '4', '5', '6']) await keep(sha256);
    expect((await putCover(cover)).status).toBe(409);
  });

  it('is refused when the disk is nearly full', async () => {
    const room = jest.spyOn(app.platform.storage, 'room').mockResolvedValue(500);
    expect((await putCover(await noisePicture(300_000))).status).toBe(507);
    room.mockRestore();
  });
});

/** A PNG of at least this size. */
async function noisePicture(sizeBytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(sizeBytes / 3));
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(noiseWave(side * side * 3), { raw })
    .png()
    .toBuffer();
}

describe('a disk that is nearly full', () => {
  it('refuses uploads with a clear message, even those permitted earlier', async () => {
    const [permission] = (await allow(1_000)).data.uploads;
    jest.spyOn(app.platform.storage, 'room').mockResolvedValue(500);
    const full = { status: 507, code: 'full' };
    expect(await original(1_000)).toMatchObject({ ...full, message: 'There is no room left to store mix.wav' });
    expect(await allow(1_000)).toMatchObject({ ...full, message: 'There is no room left to store 0.wav' });
    const body = new Uint8Array(1_000);
    const sent = await fetch(permission.uploadUrl, { method: 'PUT', headers: permission.headers, body });
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      507,
      'The storage disk is full',
    ]);
  });

  it('takes permitted uploads into account that have not arrived', async () => {
    jest.spyOn(app.platform.storage, 'room').mockResolvedValue(100_000_000);
    const [{ coming }] = (await app.database.query(
      'SELECT coalesce(sum(upload_bytes), 0)::int AS coming FROM staging_files',
    )) as [{ coming: number }];
    jest.spyOn(app.platform.storage, 'room').mockResolvedValue(coming + 1_000_000);
    await allow(600_000);
    expect((await allow(600_000)).status).toBe(507);
  });
});
