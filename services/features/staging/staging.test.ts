import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes, Stage } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { StagingFileView } from './staging.schema.js';

const { app, own: studio, engineer, client, stage } = useApp({ worker: true, project: {} });
/** A short real file, for tests that do not look at its sound. */
let wave: Buffer;
let projectId: string;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
});

beforeEach(async () => {
  projectId = studio.project.id;
});

const addTrack = async (trackNumber: number, title: string): Promise<string> =>
  (await engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber, title })).data.track.id;

const askFor = (files: object[]) => engineer.post(`${stage.path}/upload-urls`, { files });

describe('a batch of masters', () => {
  it('is analysed, suggested, assigned and released, and downloads byte for byte', async () => {
    const ember = await addTrack(1, 'Ember');
    const tide = await addTrack(2, 'Low Tide');
    const bytes = await audioBytes({ format: 'wav', bits: 24, sampleRateHz: 48000, lufs: -16, seed: 1 });
    await stage.drop('01 Ember.wav', bytes);
    await stage.drop(
      '02 Low Tide.flac',
      await audioBytes({ format: 'flac', bits: 24, sampleRateHz: 48000, lufs: -14, seed: 2 }),
    );
    await drain(app.database);

    const [first, second] = await stage.files();
    expect(first).toMatchObject({
      originalName: '01 Ember.wav',
      status: 'pending',
      assignment: null,
      analysis: { state: 'done', sampleRateHz: 48000, channels: 2, bitsStored: 24, hasPeaks: true, container: 'wav' },
    });
    expect(first!.analysis.loudness!.integratedLufs!).toBeCloseTo(-16, 0);
    expect(first!.assignmentSuggestions[0]).toMatchObject({
      trackId: ember,
      trackNumber: 1,
      slotType: 'streaming_master',
    });
    expect(first!.assignmentSuggestions[0]!.confidence).toBeGreaterThan(70);
    expect(second!.assignmentSuggestions[0]).toMatchObject({ trackId: tide });

    for (const file of [first!, second!]) {
      const { trackId, slotType } = file.assignmentSuggestions[0]!;
      const answer = await stage.assign(file.id, trackId, slotType);
      expect(answer.data).toMatchObject({ stagingFile: { status: 'assigned' }, slot: { stagingFileId: file.id } });
    }

    const release = await stage.release([first!.id, second!.id]);
    expect(release.data).toMatchObject({ releasedTracks: 2, files: [{ fileType: 'master' }, { fileType: 'master' }] });
    const [master] = release.data.files;
    expect(master.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));

    const again = await stage.release([first!.id]);
    expect(again.data.files[0].id).toBe(master.id);
    await drain(app.database);
    const news = await client.get('/api/notifications');
    expect(news.data).toHaveLength(1);
    expect(news.data[0]).toMatchObject({ type: 'masters_available', read: false, metadata: { projectId } });

    expect((await client.get(`/api/files/download/${master.id}`)).status).toBe(402);
    await engineer.put(`/api/projects/${projectId}`, { status: 'delivered' });
    const download = await client.fetch(`/api/files/download/${master.id}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('turns a file that replaces a released one into a revision', async () => {
    const trackId = await addTrack(1, 'Ember');
    const first = await stage.drop('01 Ember.wav', await audioBytes({ format: 'wav', seed: 1 }));
    await stage.assign(first.id, trackId);
    const { data: before } = await stage.release([first.id]);
    const second = await stage.drop('01 Ember v2.wav', await audioBytes({ format: 'wav', seed: 3 }));
    await stage.assign(second.id, trackId);
    const { data: after } = await stage.release([second.id]);
    expect(after.files[0]).toMatchObject({ fileType: 'revision', parentFileId: before.files[0].id, trackId });
    await drain(app.database);
    const news = await client.get('/api/notifications');
    expect(news.data.map((entry: { type: string }) => entry.type).sort()).toEqual([
      'masters_available',
      'revision_uploaded',
    ]);
  });
});

describe('registering', () => {
  it('lists each unusable file and registers the others', async () => {
    const good = await stage.send('good.wav', wave);
    const text = await stage.send('text.wav', Buffer.from('not audio at all, only words '.repeat(9)));
    const foreign = {
      fileName: 'a.wav',
      originalName: 'a.wav',
      r2Key: `projects/${studio.studio.id}/staging/x/a.wav`,
      sizeBytes: 5,
    };
    const missing = await askFor([{ originalName: 'never.wav', sizeBytes: 99 }]);
    const shorter = { ...good, originalName: 'shorter.wav', sizeBytes: 7 };
    const answer = await stage.register([good, text, foreign, { ...missing.data.uploads[0], sizeBytes: 99 }, shorter]);
    expect(answer.status).toBe(200);
    expect(answer.data.stagingFiles.map((file: StagingFileView) => file.originalName)).toEqual(['good.wav']);
    const byCode = Object.fromEntries(
      answer.data.rejected.map((file: { code: string; message: string }) => [file.code, file.message]),
    );
    expect(Object.keys(byCode).sort()).toEqual(['not_audio', 'not_uploaded', 'size_mismatch', 'wrong_project']);
    expect(byCode.not_audio).toContain('text.wav');
    expect(byCode.not_uploaded).toContain('never.wav');
  });

  it('returns 422 when no file is usable', async () => {
    const answer = await stage.register([
      { fileName: 'a.wav', originalName: 'a.wav', r2Key: 'projects/x', sizeBytes: 5 },
    ]);
    expect(answer).toMatchObject({ status: 422, details: { rejected: [{ code: 'wrong_project' }] } });
  });

  it('treats the same key twice as one file', async () => {
    const sent = await stage.send('once.wav', wave);
    const [one, two] = await Promise.all([stage.register([sent]), stage.register([sent])]);
    expect(one.data.stagingFiles[0].id).toBe(two.data.stagingFiles[0].id);
    expect(await stage.files()).toHaveLength(1);
  });

  it('refuses wrong types, empty and oversized files before the upload', async () => {
    const answer = await askFor([
      { originalName: 'cover.gif', sizeBytes: 10, contentType: 'image/gif' },
      { originalName: 'empty.wav', sizeBytes: 0, contentType: 'audio/wav' },
      { originalName: 'huge.wav', sizeBytes: 104_857_601, contentType: 'audio/wav' },
      { originalName: 'fine.aif', sizeBytes: 104_857_600, contentType: '' },
    ]);
    expect(answer.data.uploads.map((entry: { error?: string }) => entry.error ?? 'signed')).toEqual([
      'cover.gif: only WAV, AIFF, FLAC and MP3 files can be staged, and ZIP, PDF, text, Word and picture files as other deliverables',
      'empty.wav is empty',
      'huge.wav is larger than 100 MB',
      'signed',
    ]);
    expect(answer.data.uploads[3].headers).toMatchObject({ 'Content-Type': 'audio/aiff' });
  });

  it('accepts at most a thousand staged files per project', async () => {
    await app.database.query(
      `WITH sound AS (
         INSERT INTO audio (id, object_key, size_bytes, content_type, state)
         SELECT gen_random_uuid(), 'test/' || $1::uuid || '/' || n, 1, 'audio/wav', 'done' FROM generate_series(1, 999) n
         RETURNING id
       )
       INSERT INTO staging_files (id, project_id, audio_id, uploaded_by, file_name, original_name)
       SELECT gen_random_uuid(), $1::uuid, id, $2::uuid, 'a.wav', 'a.wav' FROM sound`,
      [projectId, studio.engineer.id],
    );
    const answer = await askFor(['last.wav', 'too many.wav'].map((originalName) => ({ originalName, sizeBytes: 9 })));
    expect(answer.data.uploads.map((entry: { error?: string }) => entry.error ?? 'signed')).toEqual([
      'signed',
      '1000 files are staged; release or delete some before too many.wav',
    ]);
  });

  it('accepts any file name that a browser sends, and refuses NUL', async () => {
    const names = ['../../etc/passwd.wav', 'C:\\Mixes\\Song.wav', 'a\u202egnp.wav', '🎧'.repeat(150) + '.wav', '.wav'];
    const answer = await askFor(names.map((originalName) => ({ originalName, sizeBytes: 9, contentType: '' })));
    expect(answer.data.uploads.map((entry: { fileName: string }) => entry.fileName)).toEqual([
      'passwd.wav',
      'Song.wav',
      'agnp.wav',
      expect.stringMatching(/^🎧+\.wav$/u),
      'file.wav',
    ]);
    expect((await askFor([{ originalName: 'a\0b.wav', sizeBytes: 9 }])).status).toBe(400);
  });

  it('keeps a truncated and an undecodable file with the reason; only the latter cannot be assigned', async () => {
    const trackId = await addTrack(1, 'Ember');
    const cut = await stage.drop('cut.wav', wave.subarray(0, wave.length / 2));
    const header = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(2000, 7)]);
    const broken = await stage.drop('broken.flac', header);
    await drain(app.database);
    const files = await stage.files();
    const view = (id: string) => files.find((file) => file.id === id)!;
    expect(view(cut.id).analysis).toMatchObject({ state: 'done', complete: false });
    expect(view(cut.id).analysis.warnings!.map((warning) => warning.code)).toContain('truncated');
    expect(view(broken.id).analysis).toMatchObject({ state: 'failed', error: { message: expect.any(String) } });
    expect((await stage.assign(cut.id, trackId)).status).toBe(200);
    const refused = await stage.assign(broken.id, trackId);
    expect(refused).toMatchObject({
      status: 422,
      code: 'undecodable',
      message: expect.stringContaining('broken.flac'),
    });
  });

  it('reports that a second copy has the same bytes', async () => {
    await addTrack(1, 'Ember');
    await stage.drop('01 Ember.wav', wave);
    await stage.drop('01 Ember (1).wav', wave);
    await drain(app.database);
    const [first, second] = await stage.files();
    expect(first!.assignmentSuggestions.length).toBeGreaterThan(0);
    expect(second).toMatchObject({
      assignmentSuggestions: [],
      verdict: 'The same bytes as 01 Ember.wav, which is staged already',
    });
  });
});

describe('slots', () => {
  it('return their file to pending when another is placed there, unless only an empty slot was requested', async () => {
    const trackId = await addTrack(1, 'Ember');
    const one = await stage.drop('one.wav', await audioBytes({ format: 'wav', seed: 1 }));
    const two = await stage.drop('two.wav', await audioBytes({ format: 'wav', seed: 2 }));
    await stage.assign(one.id, trackId, 'cd_master');
    expect(await stage.assign(two.id, trackId, 'cd_master', true)).toMatchObject({ status: 409, code: 'slot_filled' });
    await stage.assign(two.id, trackId, 'cd_master');
    const status = Object.fromEntries((await stage.files()).map((file) => [file.id, file.status]));
    expect(status).toEqual({ [one.id]: 'pending', [two.id]: 'assigned' });
    const back = await stage.unassign(two.id);
    expect(back.data).toMatchObject({
      stagingFile: { status: 'pending', assignment: null },
      slot: { stagingFileId: null },
    });
  });

  it('accept many files in one call, which lists failures and places the rest', async () => {
    const [first, second] = [await addTrack(1, 'Ember'), await addTrack(2, 'Low Tide')];
    const names = ['one.wav', 'two.wav', 'three.wav', 'four.wav'];
    const [one, two, three, four] = await Promise.all(names.map((name) => stage.drop(name, wave)));
    await stage.assign(four!.id, first, 'cd_master');
    const unknown = '01900000-0000-7000-8000-00000000dead';
    const { status, data } = await stage.assignMany([
      { fileId: one!.id, trackId: first, slotType: 'cd_master', onlyIfEmpty: true },
      { fileId: two!.id, trackId: first, slotType: 'cd_master' },
      { fileId: three!.id, trackId: second, slotType: 'streaming_master' },
      { fileId: three!.id, trackId: unknown, slotType: 'streaming_master' },
      { fileId: unknown, trackId: null, slotType: null },
    ]);
    expect(status).toBe(200);
    expect(data.rejected).toEqual([
      { fileId: one!.id, code: 'slot_filled', message: 'Another file has this slot already' },
      { fileId: three!.id, code: 'not_found', message: 'Track not found' },
      { fileId: unknown, code: 'not_found', message: 'Staged file not found' },
    ]);
    const places = data.stagingFiles.map((file) => [
      file.originalName,
      file.status,
      file.assignment && `${file.assignment.trackNumber} ${file.assignment.slotType}`,
    ]);
    expect(new Set(places.map((place) => place.join(' ')))).toEqual(
      new Set(['two.wav assigned 1 cd_master', 'three.wav assigned 2 streaming_master', 'four.wav pending ']),
    );
    expect(new Set(data.slots.map((slot) => slot.stagingFileId))).toEqual(new Set([two!.id, three!.id]));
    const back = await stage.assignMany([
      { fileId: two!.id, trackId: null, slotType: null },
      { fileId: four!.id, trackId: first, slotType: 'cd_master' },
      { fileId: three!.id, trackId: null, slotType: null },
    ]);
    expect(back.data.rejected).toEqual([]);
    const after = Object.fromEntries((await stage.files()).map((file) => [file.originalName, file.status]));
    expect(after).toEqual({
      'one.wav': 'pending',
      'two.wav': 'pending',
      'three.wav': 'pending',
      'four.wav': 'assigned',
    });
    expect((await stage.assignMany([{ fileId: two!.id, trackId: first, slotType: null }])).status).toBe(400);
    expect((await stage.assignMany([])).status).toBe(400);
  });

  it('assign their track to a released file that is put into them', async () => {
    const [first, second] = [await addTrack(1, 'Ember'), await addTrack(2, 'Low Tide')];
    const file = await stage.drop('one.wav', wave);
    await stage.assign(file.id, first);
    await stage.drop('two.wav', wave).then(({ id }) => stage.assign(id, second));
    const [released] = (await stage.release([file.id])).data.files;
    const { tracks } = (await engineer.get(`/api/tracks/projects/${projectId}`)).data;
    const cd = tracks[1].slots.find(({ slotType }: { slotType: string }) => slotType === 'cd_master');
    await engineer.put(`/api/tracks/slots/${cd.id}`, { fileId: released.id });
    expect((await engineer.get(`/api/files/${released.id}`)).data).toMatchObject({
      trackId: second,
      track_title: 'Low Tide',
      slotType: 'cd_master',
    });
  });

  it('are emptied by deleting the staged file, whose objects are removed too', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage.drop('one.wav', wave);
    await stage.assign(file.id, trackId, 'cd_master');
    await stage.remove(file.id);
    await drain(app.database);
    expect(await stage.files()).toEqual([]);
    expect(await app.platform.storage.head(file.r2Key)).toBeNull();
    const tracks = await engineer.get(`/api/tracks/projects/${projectId}`);
    const slots = tracks.data.tracks[0].slots as { stagingFileId: string | null }[];
    expect(slots.every((slot) => slot.stagingFileId === null)).toBe(true);
  });

  it('are emptied by deleting many files at once; missing files and those of other projects are ignored', async () => {
    const trackId = await addTrack(1, 'Ember');
    const [one, two, three] = [
      await stage.drop('one.wav', wave),
      await stage.drop('two.wav', wave),
      await stage.drop('three.wav', wave),
    ];
    const others = await build(app).project({ studioId: studio.studio.id, engineerId: studio.engineer.id });
    const foreign = await new Stage(engineer, others.project.id).drop('theirs.wav', wave);
    await stage.assign(one.id, trackId, 'cd_master');
    await stage.remove(two.id);
    const path = `/api/staging/projects/${projectId}/delete`;
    const ids = [one.id, one.id, two.id, foreign.id];
    expect((await engineer.post(path, { stagingFileIds: ids })).data).toEqual({ deleted: 1 });
    expect((await engineer.post(path, { stagingFileIds: ids })).data).toEqual({ deleted: 0 });
    await drain(app.database);
    expect((await stage.files()).map(({ id }) => id)).toEqual([three.id]);
    expect(await app.platform.storage.head(one.r2Key)).toBeNull();
    expect(await app.platform.storage.head(foreign.r2Key)).not.toBeNull();
    expect((await engineer.post(path, { stagingFileIds: [] })).status).toBe(400);
  });

  it('return their files to pending when the track is deleted', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage.drop('one.wav', wave);
    await stage.assign(file.id, trackId, 'cd_master');
    await engineer.delete(`/api/tracks/${trackId}`);
    expect((await stage.files())[0]).toMatchObject({ status: 'pending', assignment: null });
  });
});

describe('a release', () => {
  it('is refused as a whole while a required master is missing', async () => {
    const trackId = await addTrack(1, 'Ember');
    await addTrack(2, 'Low Tide');
    const file = await stage.drop('one.wav', wave);
    await stage.assign(file.id, trackId);
    const refused = await stage.release([file.id]);
    const errors = ['Track 2 "Low Tide" is missing required masters: Streaming Master'];
    expect(refused).toMatchObject({ status: 409, code: 'review_failed', details: { errors } });
    const review = await engineer.get(`${stage.path}/review`);
    expect(review.data).toMatchObject({ errors, tracks: [{ ready: true }, { ready: false, required: 1, filled: 0 }] });
    expect((await stage.files())[0]!.status).toBe('assigned');
  });

  it('refuses a file without a slot and an unknown one', async () => {
    const file = await stage.drop('one.wav', wave);
    const refused = await stage.release([file.id]);
    expect(refused).toMatchObject({ status: 409, details: { errors: ['one.wav is not assigned to a track slot'] } });
    const unknown = await stage.release([projectId]);
    expect(unknown.status).toBe(404);
  });

  it('happens once when it is requested twice at once', async () => {
    const trackId = await addTrack(1, 'Ember');
    const file = await stage.drop('one.wav', wave);
    await stage.assign(file.id, trackId);
    const [one, two] = await Promise.all([stage.release([file.id]), stage.release([file.id])]);
    expect(one.data.files[0].id).toBe(two.data.files[0].id);
    await drain(app.database);
    expect((await client.get('/api/notifications')).data).toHaveLength(1);
  });
});

describe("staging is the studio's alone", () => {
  it('returns 404 to outsiders and is refused to the client', async () => {
    const other = await build(app).project();
    const { path } = stage;
    expect((await client.get(path)).status).toBe(403);
    expect((await app.as(other.engineer).get(path)).status).toBe(404);
    expect((await app.as(other.client).get(path)).status).toBe(404);
    expect((await app.anonymous.get(path)).status).toBe(401);
  });
});
