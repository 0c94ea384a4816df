import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { redPng } from '../../platform/pictures/picture.testing.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { DerivedSizesWorker } from '../audio/derived-sizes.worker.js';
import { Project } from '../projects/project.entity.js';
import type { FreedSpace, StorageUsage } from './storage-usage.schema.js';

const { app, worker, own, engineer, client, stage } = useApp({ worker: true, project: { title: 'Night Songs' } });
let projectId: string;
let first: string;
let sound: Buffer;

beforeAll(async () => {
  sound = await audioBytes({ format: 'wav' });
});

/** The client's mix, a master and the one that replaced it, and one in staging. */
beforeEach(async () => {
  projectId = own.project.id;
  await upload(client, 'upload', 'mix.wav');
  first = (await upload(engineer, 'master', 'song v1.wav')).id;
  await upload(engineer, 'revision', 'song v2.wav', { parentFileId: first });
  await stage.drop('unused.wav', sound);
  await drain(app.database);
});

const upload = (caller: Caller, fileType: string, fileName: string, more: object = {}) =>
  uploadFile(caller, { projectId, fileType, fileName, ...more }, sound);
const usage = async (caller = engineer) => (await caller.get<StorageUsage>('/api/storage')).data;
const names = async () => (await usage()).files.map(({ fileName }) => fileName).sort();

/** The bytes that the store holds of this project and its audio. */
async function stored(): Promise<number> {
  const sounds = await app.database.query<{ id: string }>(
    'SELECT audio_id AS id FROM files WHERE project_id = $1 UNION SELECT audio_id FROM staging_files WHERE project_id = $1',
    [projectId],
  );
  let bytes = 0;
  for (const prefix of [`projects/${projectId}/`, ...sounds.map(({ id }) => `derived/${id}/`)])
    for await (const { sizeBytes } of app.platform.storage.list(prefix)) bytes += sizeBytes;
  return bytes;
}

describe('what a studio stores', () => {
  it('is counted to the byte, including waveforms and previews', async () => {
    const { total_bytes, total_files, total_gb, level, kinds, projects, quotaBytes } = await usage();
    expect(total_bytes).toBe(await stored());
    expect({ total_files, total_gb, level, quotaBytes }).toEqual({
      total_files: 4,
      total_gb: '0.00',
      level: 'low',
      quotaBytes: 25 * 1024 ** 3,
    });
    expect(kinds.map(({ kind, files }) => [kind, files])).toEqual([
      ['upload', 1],
      ['master', 1],
      ['revision', 1],
      ['staging', 1],
      ['derived', 4],
    ]);
    expect(kinds.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total_bytes);
    expect(projects).toMatchObject([{ id: projectId, title: 'Night Songs', bytes: total_bytes, files: 4 }]);
    expect(await names()).toEqual(['mix.wav', 'song v1.wav', 'song v2.wav', 'unused.wav']);
  });

  it('is measured later if its size was not stored', async () => {
    const before = await usage();
    await app.database.query('UPDATE audio SET derived_bytes = NULL');
    expect((await usage()).total_bytes).toBeLessThan(before.total_bytes);
    await worker.get(DerivedSizesWorker).measure();
    expect((await usage()).total_bytes).toBe(before.total_bytes);
  });

  it('includes covers and those that editions keep, but does not list them as files', async () => {
    const { total_bytes, files } = await usage();
    const cover = redPng(700, 700);
    await client.fetch(`/api/projects/${projectId}/metadata/cover`, { method: 'PUT', body: Buffer.from(cover) });
    await app.database.query(
      `INSERT INTO edition_covers (project_id, sha256, content_type, width, height, bytes)
       SELECT project_id, 'kept', content_type, width, height, bytes FROM covers WHERE project_id = $1`,
      [projectId],
    );
    const [{ bytes }] = (await app.database.query(
      'SELECT 2 * octet_length(bytes) + octet_length(thumbnail) AS bytes FROM covers WHERE project_id = $1',
      [projectId],
    )) as [{ bytes: number }];
    const after = await usage();
    expect(after).toMatchObject({
      total_bytes: total_bytes + bytes,
      projects: [{ bytes: total_bytes + bytes }],
      files,
    });
    expect(after.kinds.find(({ kind }) => kind === 'cover')).toEqual({ kind: 'cover', bytes, files: 2 });
  });

  it('counts a released file once', async () => {
    const { id: trackId } = (
      await engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber: 1, title: 'Unused' })
    ).data.track;
    const [file] = (await engineer.get(stage.path)).data.stagingFiles;
    await engineer.post(`${stage.path}/files/${file.id}/assign`, { trackId, slotType: 'streaming_master' });
    expect((await engineer.post(`${stage.path}/release`, { stagingFileIds: [file.id] })).status).toBe(200);
    const { total_bytes, total_files, kinds } = await usage();
    expect(total_bytes).toBe(await stored());
    expect(total_files).toBe(4);
    expect(kinds.find(({ kind }) => kind === 'staging')).toBeUndefined();
  });
});

describe('deleting superseded versions', () => {
  it('frees the bytes that it reports, also in the store, and keeps current files', async () => {
    const { superseded, projects, total_bytes } = await usage();
    expect(superseded).toMatchObject({ files: 1 });
    expect(projects[0]!.superseded).toEqual(superseded);
    const { data } = await engineer.post<FreedSpace>(`/api/storage/projects/${projectId}/delete-superseded`);
    expect(data).toEqual(superseded);
    expect(await names()).toEqual(['mix.wav', 'song v2.wav', 'unused.wav']);
    await until('the objects to go', async () => (await stored()) === total_bytes - superseded.bytes);
    const inTrash = (await usage()).kinds.find(({ kind }) => kind === 'trash');
    expect(inTrash).toEqual({ kind: 'trash', files: 1, bytes: sound.length });
    expect((await usage()).total_bytes).toBe(total_bytes - superseded.bytes + sound.length);
    await engineer.post('/api/trash/empty');
    expect((await usage()).total_bytes).toBe(total_bytes - superseded.bytes);
  });

  it('works for all projects at once, and does nothing without such files', async () => {
    expect((await engineer.post<FreedSpace>('/api/storage/delete-superseded')).data.files).toBe(1);
    expect((await engineer.post<FreedSpace>('/api/storage/delete-superseded')).data).toEqual({ bytes: 0, files: 0 });
    expect((await engineer.get(`/api/files/${first}`)).status).toBe(404);
  });

  it('keeps an older file that is in a slot', async () => {
    const { id: trackId } = (
      await engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber: 1, title: 'Song' })
    ).data.track;
    const { slots } = (await engineer.get(`/api/tracks/${trackId}`)).data;
    await app.database.query('UPDATE slots SET file_id = $1 WHERE id = $2', [first, slots[0].id]);
    expect((await usage()).superseded.files).toBe(0);
  });
});

describe('archiving a project', () => {
  const archive = () => engineer.post<FreedSpace>(`/api/storage/projects/${projectId}/archive`);

  it('is refused while the project is in progress, and deletes nothing', async () => {
    expect((await usage()).projects[0]!.can.archive).toBe(false);
    expect(await archive()).toMatchObject({ status: 409, code: 'project_not_done' });
    expect(await names()).toHaveLength(4);
  });

  it('keeps the current masters and records the archiving in the project', async () => {
    await app.database.manager.update(Project, { id: projectId }, { status: 'delivered' });
    const [before] = (await usage()).projects;
    expect(before).toMatchObject({ archivedAt: null, can: { archive: true }, archivable: { files: 3 } });
    expect((await archive()).data).toEqual(before!.archivable);
    expect(await names()).toEqual(['song v2.wav']);
    await engineer.post('/api/trash/empty');
    const after = await usage();
    expect(after.projects[0]).toMatchObject({ archivedAt: expect.any(String), archivable: { bytes: 0, files: 0 } });
    await until('the objects to go', async () => (await stored()) === after.total_bytes);
    const { data: activity } = await client.get(`/api/projects/${projectId}/activity`);
    expect(activity[0].message).toBe('Archived the project: 3 files of the work deleted, the masters kept');
  });
});
