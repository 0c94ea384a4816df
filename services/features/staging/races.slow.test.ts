import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Answer } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { stagingViolations } from './staging-invariants.testing.js';

/** The order is left to chance, so each race runs this many times. */
const ROUNDS = 6;

const { app, own, client, stage } = useApp({ worker: true, project: {} });
let wave: Buffer;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
});

/** A staged file that has been read. */
async function staged(): Promise<string> {
  const objectKey = `projects/${own.project.id}/staging/${randomUUID()}/master.wav`;
  await app.platform.storage.put(objectKey, wave.subarray(0, 200), { contentType: 'audio/wav' });
  const audio = await build(app).audio({ objectKey, state: 'done' });
  return (await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id })).id;
}

/** With a streaming slot that is not required, unless it is said. */
async function track(isRequired = false): Promise<string> {
  const { track: made } = await build(app).track({ projectId: own.project.id });
  if (!isRequired) await app.database.query('UPDATE slots SET is_required = false WHERE track_id = $1', [made.id]);
  return made.id;
}

/** Expects a refusal with this status and message. */
function refused(answer: Answer<unknown>, status: number, message: string | RegExp): void {
  expect(answer).toMatchObject({ status, message: expect.stringMatching(message) });
}

const statusOf = async (id: string) => (await stage.file(id))?.status;
const news = async () => {
  await drain(app.database);
  return (await client.get<{ type: string }[]>('/api/notifications')).data.map(({ type }) => type);
};
const nothingHalfDone = async () => expect(await stagingViolations(app, own.project.id)).toEqual([]);

async function rounds(race: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race();
  await nothingHalfDone();
}

describe('two tabs', () => {
  it('assign different files to one empty slot: one succeeds, the other is refused', () =>
    rounds(async () => {
      const [trackId, files] = [await track(), await Promise.all([staged(), staged()])];
      const answers = await Promise.all(files.map((id) => stage.assign(id, trackId, 'cd_master', true)));
      const winner = answers.findIndex(({ status }) => status === 200);
      refused(answers[1 - winner]!, 409, 'Another file has this slot already');
      expect(await statusOf(files[winner]!)).toBe('assigned');
      expect(await statusOf(files[1 - winner]!)).toBe('pending');
    }));

  it('that put different files into one slot: the last one stays, the other is pending again', () =>
    rounds(async () => {
      const [trackId, files] = [await track(), await Promise.all([staged(), staged(), staged()])];
      const answers = await Promise.all(files.map((id) => stage.assign(id, trackId, 'cd_master')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await Promise.all(files.map(statusOf))).sort()).toEqual(['assigned', 'pending', 'pending']);
    }));

  it('that put one file into different slots: it is in one of them', () =>
    rounds(async () => {
      const [trackId, id] = [await track(), await staged()];
      await Promise.all(['cd_master', 'vinyl_master', 'clean_master'].map((slot) => stage.assign(id, trackId, slot)));
      const held = await app.database.query('SELECT id FROM slots WHERE staging_file_id = $1', [id]);
      expect(held).toHaveLength(1);
    }));

  it('that give two tracks the same number: one gets it, the other is refused', async () => {
    const add = () => stage.engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 7, title: 'Seven' });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    refused(
      answers.find(({ status }) => status === 409)!,
      409,
      'already has that number',
    );
  });
});

describe('a release', () => {
  it('while the file is deleted: it is released and hidden, or gone before', () =>
    rounds(async () => {
      const [trackId, id] = [await track(), await staged()];
      await stage.assign(id, trackId, 'cd_master');
      const [release, remove] = await Promise.all([stage.release([id]), stage.remove(id)]);
      expect(remove.status).toBe(200);
      expect(await statusOf(id)).toBeUndefined();
      if (release.status !== 200) return refused(release, 404, 'Staged file not found');
      const file = await client.get(`/api/files/${release.data.files[0].id}`);
      expect(file.data).toMatchObject({ trackId, slotType: 'cd_master' });
    }));

  it('while the file is assigned elsewhere: it is released from its old slot, and a late assignment is refused', () =>
    rounds(async () => {
      const [trackId, id] = [await track(), await staged()];
      await stage.assign(id, trackId, 'cd_master');
      const [release, assign] = await Promise.all([stage.release([id]), stage.assign(id, trackId, 'vinyl_master')]);
      expect(release.status).toBe(200);
      const moved = assign.status === 200;
      if (!moved) refused(assign, 409, 'has already been released');
      expect(release.data.files[0].slotType).toBe(moved ? 'vinyl_master' : 'cd_master');
    }));

  it('while the file is taken out of its slot: it is released, or the release is refused as a whole', () =>
    rounds(async () => {
      const [trackId, files] = [await track(), [await staged(), await staged()] as const];
      await stage.assign(files[0], trackId, 'cd_master');
      await stage.assign(files[1], trackId, 'vinyl_master');
      const [release, unassign] = await Promise.all([stage.release([...files]), stage.unassign(files[0])]);
      const isOut = release.status === 200;
      if (isOut) refused(unassign, 409, 'has already been released');
      else refused(release, 409, 'is not assigned to a track slot');
      expect(await statusOf(files[1])).toBe(isOut ? 'released' : 'assigned');
    }));

  it('while its track is deleted: the files are released, or pending', () =>
    rounds(async () => {
      const [trackId, id] = [await track(true), await staged()];
      await stage.assign(id, trackId);
      const [release, remove] = await Promise.all([
        stage.release([id]),
        stage.engineer.delete(`/api/tracks/${trackId}`),
      ]);
      expect(remove.status).toBe(200);
      if (release.status !== 200) refused(release, 409, 'is not assigned to a track slot');
      expect(await statusOf(id)).toBe(release.status === 200 ? 'released' : 'pending');
    }));

  it('at the same time as another one of some of the same files: each file once, and one notification per release', async () => {
    let told = 0;
    await rounds(async () => {
      const trackId = await track();
      const files = await Promise.all([staged(), staged(), staged()]);
      for (const [index, slot] of ['cd_master', 'vinyl_master', 'clean_master'].entries()) {
        await stage.assign(files[index]!, trackId, slot);
      }
      const answers = await Promise.all([
        stage.release(files.slice(0, 2)),
        stage.release(files.slice(1)),
        stage.release(files),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const ids = answers.flatMap(({ data }) => data.files.map((file: { id: string }) => file.id));
      expect(new Set(ids).size).toBe(3);
      const events = await app.database.query(
        `SELECT id FROM outbox WHERE event = 'staging.masters-released' AND payload->>'projectId' = $1`,
        [own.project.id],
      );
      told = events.length;
    });
    expect(told).toBeGreaterThanOrEqual(ROUNDS);
    expect(await news()).toEqual(Array.from({ length: told }, () => 'masters_available'));
  });

  it('of a revision while the file before it is deleted: the slot holds the revision', () =>
    rounds(async () => {
      const trackId = await track();
      const [first, second] = [await staged(), await staged()];
      await stage.assign(first, trackId, 'cd_master');
      const { data } = await stage.release([first]);
      await stage.assign(second, trackId, 'cd_master');
      const [release, remove] = await Promise.all([
        stage.release([second]),
        stage.engineer.delete(`/api/files/${data.files[0].id}`),
      ]);
      expect([release.status, remove.status]).toEqual([200, 200]);
      const [slot] = await app.database.query(
        'SELECT file_id AS "fileId" FROM slots WHERE track_id = $1 AND slot_type = $2',
        [trackId, 'cd_master'],
      );
      expect(slot).toEqual({ fileId: release.data.files[0].id });
    }));
});

describe('a deletion', () => {
  it('of a track while a file is assigned to it: the file is pending, and the later call is refused', () =>
    rounds(async () => {
      const [trackId, id] = [await track(), await staged()];
      const [assign, remove] = await Promise.all([
        stage.assign(id, trackId),
        stage.engineer.delete(`/api/tracks/${trackId}`),
      ]);
      expect(remove.status).toBe(200);
      if (assign.status !== 200) refused(assign, 404, 'Track not found');
      expect(await statusOf(id)).toBe('pending');
    }));

  it('requested twice: done once, and the other call is refused', () =>
    rounds(async () => {
      const id = await staged();
      const answers = await Promise.all([stage.remove(id), stage.remove(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    }));

  it('at the same time as the registration of the same upload: no row without its object', () =>
    rounds(async () => {
      const permission = await stage.send('Ember.wav', wave.subarray(0, 1000));
      const { data } = await stage.register([permission]);
      const [again, , late] = await Promise.all([
        stage.register([permission]),
        stage.remove(data.stagingFiles[0].id),
        stage.register([permission]),
      ]);
      for (const answer of [again, late]) if (answer.status !== 200) refused(answer, 422, 'Ember.wav');
      await drain(app.database);
      expect(await stage.files()).toEqual([]);
    }));

  it('while the file is being analysed: nothing is left of it', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    await until('the analysis to begin', async () => (await stage.file(id)).analysis.state !== 'queued');
    expect((await stage.remove(id)).status).toBe(200);
    await drain(app.database);
    await nothingHalfDone();
    expect(await app.platform.storage.head(r2Key)).toBeNull();
    for await (const { key } of app.platform.storage.list('derived/')) {
      const [row] = await app.database.query('SELECT 1 FROM audio WHERE $1 IN (peaks_key, preview_key)', [key]);
      expect({ key, known: row !== undefined }).toEqual({ key, known: true });
    }
  });
});

it('a client cannot be removed while a project is created for them', () =>
  rounds(async () => {
    const { id: clientId } = await build(app).client({ studioId: own.studio.id });
    const [make, remove] = await Promise.all([
      stage.engineer.post('/api/projects', { title: 'New', clientId }),
      stage.engineer.delete(`/api/users/${clientId}`),
    ]);
    if (make.status === 201) refused(remove, 409, 'has projects');
    else refused(make, 422, 'Choose one of your clients');
  }));
