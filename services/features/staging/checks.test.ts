import { beforeEach, expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView } from '../files/files.schema.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: {} });
let trackId: string;
let fileId: string;

beforeEach(async () => {
  const made = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 1, title: 'Ember' });
  trackId = made.data.track.id;
  fileId = (await stage.drop('Ember.wav', await audioBytes({ format: 'wav', bits: 16, sampleRateHz: 48_000 }))).id;
  await drain(app.database);
});

const accept = (
  code: string,
  more: { accepted?: boolean; reason?: string; fileIds?: string[] } = {},
  caller = engineer,
) => caller.put<null>(`${stage.path}/accepted-checks`, { code, fileIds: [fileId], accepted: true, ...more });
const checks = async () => Object.fromEntries((await stage.file(fileId)).checks.map((check) => [check.code, check]));

it('depend on the file’s slot', async () => {
  expect(await checks()).not.toHaveProperty('wrong_format');
  await stage.assign(fileId, trackId, 'cd_master');
  expect((await checks()).wrong_format).toMatchObject({ threshold: '16 bit at 44.1 kHz', accepted: null });
  await stage.assign(fileId, trackId, 'streaming_master');
  expect((await checks()).wrong_format).toMatchObject({ threshold: 'at least 24 bit' });
});

it('never prevent a release, and accepted ones stay with the file', async () => {
  await stage.assign(fileId, trackId);
  await accept('wrong_format', { reason: ' The client asked for 16 bit. ' });
  const accepted = { userName: own.engineer.name, at: expect.any(String), reason: 'The client asked for 16 bit.' };
  expect((await checks()).wrong_format).toMatchObject({ kind: 'Less than 24 bit', accepted });
  expect((await engineer.get(`${stage.path}/review`)).data.errors).toEqual([]);
  expect((await stage.release([fileId])).status).toBe(200);
  const [released] = (await engineer.get<FileView[]>(`/api/files/project/${own.project.id}`)).data;
  expect(released!.checks.find(({ code }) => code === 'wrong_format')).toMatchObject({ accepted });
});

it('are accepted for one slot and not another, once, and can be withdrawn', async () => {
  await stage.assign(fileId, trackId);
  await accept('wrong_format');
  const first = (await checks()).wrong_format;
  await accept('wrong_format');
  expect((await checks()).wrong_format).toEqual(first);
  await stage.assign(fileId, trackId, 'cd_master');
  expect((await checks()).wrong_format).toMatchObject({ accepted: null });
  await stage.assign(fileId, trackId);
  expect((await checks()).wrong_format).toEqual(first);
  await accept('wrong_format', { accepted: false });
  expect((await checks()).wrong_format).toMatchObject({ accepted: null });
});

it('can only be accepted by engineers, for a file in a slot, and if they exist', async () => {
  expect(await accept('wrong_format')).toMatchObject({ status: 409, code: 'not_assigned' });
  await stage.assign(fileId, trackId);
  expect((await accept('lossy_source')).status).toBe(404);
  expect((await accept('wrong_format', {}, client)).status).toBe(403);
  expect((await checks()).wrong_format).toMatchObject({ accepted: null });
});

it('can be accepted for several files at once, or for none of them', async () => {
  const other = (await stage.drop('Ember CD.wav', await audioBytes({ format: 'wav', bits: 16, sampleRateHz: 48_000 })))
    .id;
  await drain(app.database);
  await stage.assign(fileId, trackId);
  expect(await accept('wrong_format', { fileIds: [fileId, other] })).toMatchObject({ status: 409 });
  expect((await checks()).wrong_format).toMatchObject({ accepted: null });
  await stage.assign(other, trackId, 'hires_master');
  expect((await accept('wrong_format', { fileIds: [fileId, other], reason: 'Agreed' })).status).toBe(200);
  const [one, two] = await Promise.all([stage.file(fileId), stage.file(other)]);
  for (const { checks } of [one, two])
    expect(checks.find(({ code }) => code === 'wrong_format')).toMatchObject({ accepted: { reason: 'Agreed' } });
});
