import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { makeAudioFile, type AudioFileSettings } from '../../testing/audio.js';
import { build, type Built } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/drain.js';
import { startTestWorker } from '../../testing/worker.js';
import type { StagingFileView } from './staging.schema.js';

let app: TestApp;
let worker: INestApplicationContext;
let dir: string;
let studio: Built;
let engineer: Caller;
let client: Caller;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  dir = await mkdtemp(join(tmpdir(), 'lacquer-staging-'));
});

afterAll(async () => {
  await worker.close();
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(async () => {
  studio = await build(app).project();
  engineer = app.as(studio.engineer);
  client = app.as(studio.client);
  projectId = studio.project.id;
});

async function audio(name: string, settings: AudioFileSettings): Promise<{ name: string; bytes: Buffer }> {
  const path = join(dir, name.replaceAll('/', '_'));
  makeAudioFile(path, { durationS: 1.5, ...settings });
  return { name, bytes: await readFile(path) };
}

interface Dropped {
  name: string;
  bytes: Buffer;
}

async function upload(file: Dropped, sizeBytes = file.bytes.length) {
  const answer = await engineer.post(`/api/staging/projects/${projectId}/upload-urls`, {
    files: [{ originalName: file.name, sizeBytes, contentType: '' }],
  });
  const [ticket] = answer.data.uploads;
  if (ticket.error) throw new Error(ticket.error);
  const response = await fetch(ticket.uploadUrl, { method: 'PUT', headers: ticket.headers, body: new Uint8Array(file.bytes) });
  return { ticket, status: response.status };
}

const register = (tickets: { fileName: string; originalName: string; r2Key: string; sizeBytes: number }[]) =>
  engineer.post(`/api/staging/projects/${projectId}/bulk-upload`, { files: tickets });

async function stage(file: Dropped): Promise<StagingFileView> {
  const { ticket } = await upload(file);
  const answer = await register([{ ...ticket, sizeBytes: file.bytes.length }]);
  return answer.data.stagingFiles[0];
}

const staged = async (): Promise<StagingFileView[]> =>
  (await engineer.get(`/api/staging/projects/${projectId}`)).data.stagingFiles;

const addTrack = async (trackNumber: number, title: string): Promise<string> =>
  (await engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber, title })).data.track.id;

describe('a batch of masters', () => {
  it('is analysed, suggested, assigned, released and comes back byte for byte', async () => {
    const ember = await addTrack(1, 'Ember');
    const tide = await addTrack(2, 'Low Tide');
    const files = [
      await audio('01 Ember.wav', { format: 'wav', bits: 24, sampleRateHz: 48000, lufs: -16, seed: 1 }),
      await audio('02 Low Tide.flac', { format: 'flac', bits: 24, sampleRateHz: 48000, lufs: -14, seed: 2 }),
    ];
    for (const file of files) await stage(file);
    await drain(app.database);

    const [first, second] = await staged();
    expect(first).toMatchObject({
      originalName: '01 Ember.wav',
      status: 'pending',
      assignment: null,
      analysis: { state: 'done', sampleRateHz: 48000, channels: 2, bitsStored: 24, hasPeaks: true, container: 'wav' },
    });
    expect(first!.analysis.loudness!.integratedLufs!).toBeCloseTo(-16, 0);
    expect(first!.assignmentSuggestions[0]).toMatchObject({ trackId: ember, trackNumber: 1, slotType: 'streaming_master' });
    expect(first!.assignmentSuggestions[0]!.confidence).toBeGreaterThan(70);
    expect(second!.assignmentSuggestions[0]).toMatchObject({ trackId: tide });

    for (const file of [first!, second!]) {
      const { trackId, slotType } = file.assignmentSuggestions[0]!;
      const answer = await engineer.post(`/api/staging/projects/${projectId}/files/${file.id}/assign`, { trackId, slotType });
      expect(answer.data).toMatchObject({ stagingFile: { status: 'assigned' }, slot: { stagingFileId: file.id } });
    }

    const release = await engineer.post(`/api/staging/projects/${projectId}/release`, {
      stagingFileIds: [first!.id, second!.id],
    });
    expect(release.data).toMatchObject({ releasedTracks: 2, files: [{ fileType: 'master' }, { fileType: 'master' }] });
    const [master] = release.data.files;
    expect(master.sha256).toBe(createHash('sha256').update(files[0]!.bytes).digest('hex'));

    const again = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [first!.id] });
    expect(again.data.files[0].id).toBe(master.id);
    await drain(app.database);
    const news = await client.get('/api/notifications');
    expect(news.data).toHaveLength(1);
    expect(news.data[0]).toMatchObject({ type: 'masters_available', read: false, metadata: { projectId } });

    expect((await client.get(`/api/files/download/${master.id}`)).status).toBe(402);
    await engineer.put(`/api/projects/${projectId}`, { status: 'delivered' });
    const download = await client.fetch(`/api/files/download/${master.id}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(files[0]!.bytes)).toBe(true);
  });

  it('makes a revision of what replaces a released file', async () => {
    const trackId = await addTrack(1, 'Ember');
    const first = await stage(await audio('01 Ember.wav', { format: 'wav', seed: 1 }));
    const place = { trackId, slotType: 'streaming_master' };
    await engineer.post(`/api/staging/projects/${projectId}/files/${first.id}/assign`, place);
    const { data: before } = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [first.id] });
    const second = await stage(await audio('01 Ember v2.wav', { format: 'wav', seed: 3 }));
    await engineer.post(`/api/staging/projects/${projectId}/files/${second.id}/assign`, place);
    const { data: after } = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [second.id] });
    expect(after.files[0]).toMatchObject({ fileType: 'revision', parentFileId: before.files[0].id, trackId });
    await drain(app.database);
    const news = await client.get('/api/notifications');
    expect(news.data.map((entry: { type: string }) => entry.type).sort()).toEqual(['masters_available', 'revision_uploaded']);
  });
});

describe('registering', () => {
  it('names each bad file and spares the good ones', async () => {
    const good = await audio('good.wav', { format: 'wav' });
    const text = { name: 'text.wav', bytes: Buffer.from('not audio at all, only words '.repeat(9)) };
    const sent = [await upload(good), await upload(text)];
    const foreign = { fileName: 'a.wav', originalName: 'a.wav', r2Key: `projects/${studio.studio.id}/staging/x/a.wav`, sizeBytes: 5 };
    const missing = await engineer.post(`/api/staging/projects/${projectId}/upload-urls`, {
      files: [{ originalName: 'never.wav', sizeBytes: 99, contentType: 'audio/wav' }],
    });
    const answer = await register([
      { ...sent[0]!.ticket, sizeBytes: good.bytes.length },
      { ...sent[1]!.ticket, sizeBytes: text.bytes.length },
      foreign,
      { ...missing.data.uploads[0], sizeBytes: 99 },
      { ...sent[0]!.ticket, originalName: 'shorter.wav', sizeBytes: 7 },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.data.stagingFiles.map((file: StagingFileView) => file.originalName)).toEqual(['good.wav']);
    const byCode = Object.fromEntries(answer.data.rejected.map((file: { code: string; message: string }) => [file.code, file.message]));
    expect(Object.keys(byCode).sort()).toEqual(['not_audio', 'not_uploaded', 'size_mismatch', 'wrong_project']);
    expect(byCode.not_audio).toContain('text.wav');
    expect(byCode.not_uploaded).toContain('never.wav');
  });

  it('answers 422 when no file is good', async () => {
    const answer = await register([{ fileName: 'a.wav', originalName: 'a.wav', r2Key: 'projects/x', sizeBytes: 5 }]);
    expect(answer).toMatchObject({ status: 422, details: { rejected: [{ code: 'wrong_project' }] } });
  });

  it('takes the same key twice for one file', async () => {
    const file = await audio('once.wav', { format: 'wav' });
    const { ticket } = await upload(file);
    const body = [{ ...ticket, sizeBytes: file.bytes.length }];
    const [one, two] = await Promise.all([register(body), register(body)]);
    expect(one.data.stagingFiles[0].id).toBe(two.data.stagingFiles[0].id);
    expect(await staged()).toHaveLength(1);
  });

  it('refuses wrong types, empty and oversized files before they travel', async () => {
    const answer = await engineer.post(`/api/staging/projects/${projectId}/upload-urls`, {
      files: [
        { originalName: 'cover.png', sizeBytes: 10, contentType: 'image/png' },
        { originalName: 'empty.wav', sizeBytes: 0, contentType: 'audio/wav' },
        { originalName: 'huge.wav', sizeBytes: 104_857_601, contentType: 'audio/wav' },
        { originalName: 'fine.aif', sizeBytes: 104_857_600, contentType: '' },
      ],
    });
    expect(answer.data.uploads.map((entry: { error?: string }) => entry.error ?? 'signed')).toEqual([
      'cover.png: only WAV, AIFF, FLAC and MP3 files can be staged',
      'empty.wav is empty',
      'huge.wav is larger than 100 MB',
      'signed',
    ]);
    expect(answer.data.uploads[3].headers).toMatchObject({ 'Content-Type': 'audio/aiff' });
  });

  it('takes whatever a browser calls a file, and refuses NUL', async () => {
    const names = ['../../etc/passwd.wav', 'C:\\Mixes\\Song.wav', 'a\u202egnp.wav', '🎧'.repeat(150) + '.wav', '.wav'];
    const answer = await engineer.post(`/api/staging/projects/${projectId}/upload-urls`, {
      files: names.map((originalName) => ({ originalName, sizeBytes: 9, contentType: '' })),
    });
    expect(answer.data.uploads.map((entry: { fileName: string }) => entry.fileName)).toEqual([
      'passwd.wav',
      'Song.wav',
      'agnp.wav',
      expect.stringMatching(/^🎧+\.wav$/u),
      'file.wav',
    ]);
    const nul = await engineer.post(`/api/staging/projects/${projectId}/upload-urls`, {
      files: [{ originalName: 'a\0b.wav', sizeBytes: 9, contentType: '' }],
    });
    expect(nul.status).toBe(400);
  });

  it('keeps a truncated and an undecodable file with the reason, and only the latter cannot be assigned', async () => {
    const trackId = await addTrack(1, 'Ember');
    const whole = await audio('whole.wav', { format: 'wav' });
    const cut = await stage({ name: 'cut.wav', bytes: whole.bytes.subarray(0, whole.bytes.length / 2) });
    const header = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(2000, 7)]);
    const broken = await stage({ name: 'broken.flac', bytes: header });
    await drain(app.database);
    const files = await staged();
    const view = (id: string) => files.find((file) => file.id === id)!;
    expect(view(cut.id).analysis).toMatchObject({ state: 'done', complete: false });
    expect(view(cut.id).analysis.warnings!.map((warning) => warning.code)).toContain('truncated');
    expect(view(broken.id).analysis).toMatchObject({ state: 'failed', error: { message: expect.any(String) } });
    const place = { trackId, slotType: 'streaming_master' };
    expect((await engineer.post(`/api/staging/projects/${projectId}/files/${cut.id}/assign`, place)).status).toBe(200);
    const refused = await engineer.post(`/api/staging/projects/${projectId}/files/${broken.id}/assign`, place);
    expect(refused).toMatchObject({ status: 422, code: 'undecodable', message: expect.stringContaining('broken.flac') });
  });

  it('says of a second copy that it has the same bytes', async () => {
    await addTrack(1, 'Ember');
    const file = await audio('01 Ember.wav', { format: 'wav' });
    await stage(file);
    await stage({ ...file, name: '01 Ember (1).wav' });
    await drain(app.database);
    const [first, second] = await staged();
    expect(first!.assignmentSuggestions.length).toBeGreaterThan(0);
    expect(second).toMatchObject({
      assignmentSuggestions: [],
      verdict: 'The same bytes as 01 Ember.wav, which is staged already',
    });
  });
});

describe('slots', () => {
  it('return the file they held to pending when another takes its place, unless only an empty one was wanted', async () => {
    const trackId = await addTrack(1, 'Ember');
    const one = await stage(await audio('one.wav', { format: 'wav', seed: 1 }));
    const two = await stage(await audio('two.wav', { format: 'wav', seed: 2 }));
    const assign = (id: string, body: object) =>
      engineer.post(`/api/staging/projects/${projectId}/files/${id}/assign`, { trackId, slotType: 'cd_master', ...body });
    await assign(one.id, {});
    expect(await assign(two.id, { onlyIfEmpty: true })).toMatchObject({ status: 409, code: 'slot_filled' });
    await assign(two.id, {});
    const status = Object.fromEntries((await staged()).map((file) => [file.id, file.status]));
    expect(status).toEqual({ [one.id]: 'pending', [two.id]: 'assigned' });
    const back = await engineer.delete(`/api/staging/projects/${projectId}/files/${two.id}/assign`);
    expect(back.data).toMatchObject({ stagingFile: { status: 'pending', assignment: null }, slot: { stagingFileId: null } });
  });

  it('are emptied by deleting the staged file, whose objects go too', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage(await audio('one.wav', { format: 'wav' }));
    await engineer.post(`/api/staging/projects/${projectId}/files/${file.id}/assign`, { trackId, slotType: 'cd_master' });
    await engineer.delete(`/api/staging/projects/${projectId}/files/${file.id}`);
    await drain(app.database);
    expect(await staged()).toEqual([]);
    expect(await app.platform.storage.head(file.r2Key)).toBeNull();
    const tracks = await engineer.get(`/api/tracks/projects/${projectId}`);
    const slots = tracks.data.tracks[0].slots as { stagingFileId: string | null }[];
    expect(slots.every((slot) => slot.stagingFileId === null)).toBe(true);
  });

  it('let go of their files when the track is deleted', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage(await audio('one.wav', { format: 'wav' }));
    await engineer.post(`/api/staging/projects/${projectId}/files/${file.id}/assign`, { trackId, slotType: 'cd_master' });
    await engineer.delete(`/api/tracks/${trackId}`);
    expect((await staged())[0]).toMatchObject({ status: 'pending', assignment: null });
  });
});

describe('a release', () => {
  it('is refused as a whole while a required master is missing', async () => {
    const trackId = await addTrack(1, 'Ember');
    await addTrack(2, 'Low Tide');
    const file = await stage(await audio('one.wav', { format: 'wav' }));
    await engineer.post(`/api/staging/projects/${projectId}/files/${file.id}/assign`, { trackId, slotType: 'streaming_master' });
    const refused = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [file.id] });
    const errors = ['Track 2 "Low Tide" is missing required masters: Streaming Master'];
    expect(refused).toMatchObject({ status: 409, code: 'review_failed', details: { errors } });
    const review = await engineer.get(`/api/staging/projects/${projectId}/review`);
    expect(review.data).toMatchObject({ errors, tracks: [{ ready: true }, { ready: false, required: 1, filled: 0 }] });
    expect((await staged())[0]!.status).toBe('assigned');
  });

  it('refuses a file without a slot and an unknown one', async () => {
    const file = await stage(await audio('one.wav', { format: 'wav' }));
    const refused = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [file.id] });
    expect(refused).toMatchObject({ status: 409, details: { errors: ['one.wav is not assigned to a track slot'] } });
    const unknown = await engineer.post(`/api/staging/projects/${projectId}/release`, { stagingFileIds: [projectId] });
    expect(unknown.status).toBe(404);
  });

  it('happens once when it is asked for twice at the same time', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage(await audio('one.wav', { format: 'wav' }));
    await engineer.post(`/api/staging/projects/${projectId}/files/${file.id}/assign`, { trackId, slotType: 'streaming_master' });
    const path = `/api/staging/projects/${projectId}/release`;
    const [one, two] = await Promise.all([1, 2].map(() => engineer.post(path, { stagingFileIds: [file.id] })));
    expect(one!.data.files[0].id).toBe(two!.data.files[0].id);
    await drain(app.database);
    expect((await client.get('/api/notifications')).data).toHaveLength(1);
  });
});

describe('staging is the studio\'s alone', () => {
  it('hides from outsiders and refuses the client', async () => {
    const other = await build(app).project();
    const path = `/api/staging/projects/${projectId}`;
    expect((await client.get(path)).status).toBe(403);
    expect((await app.as(other.engineer).get(path)).status).toBe(404);
    expect((await app.as(other.client).get(path)).status).toBe(404);
    expect((await app.anonymous.get(path)).status).toBe(401);
  });
});
