import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { HealthView } from '../health/health.schema.js';
import { audioReopened, audioStored } from './audio.events.js';
import { LostObjectsWorker } from './lost-objects.worker.js';
import { OrphansWorker } from './orphans.worker.js';
import { StuckAnalysesWorker } from './stuck-analyses.worker.js';

const HOUR_MS = 3600_000;

const { app, worker, own, stage } = useApp({ worker: true, project: {} });
let wave: Buffer;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
});

const healed = async () => (await app.anonymous.get<HealthView>('/api/health')).data.healed!;
const put = (key: string) => app.platform.storage.put(key, wave, { contentType: 'audio/wav' });
const exists = async (key: string) => (await app.platform.storage.head(key)) !== null;
const inHours = (hours: number) => ({ slot: new Date(Date.now() + hours * HOUR_MS) });

/** What a sweep, run twice, has counted. */
async function healedBy(sweep: () => Promise<void>): Promise<Partial<HealthView['healed']>> {
  const before = await healed();
  await sweep();
  await drain(app.database);
  await sweep();
  const after = Object.entries(await healed()) as [keyof typeof before, number][];
  return Object.fromEntries(after.filter(([kind, n]) => n > before[kind]).map(([kind, n]) => [kind, n - before[kind]]));
}

describe('a file whose object is gone', () => {
  const sweep = () => worker.get(LostObjectsWorker).sweep();

  it('says so, once, keeps what is known of it, and is read again when the object is back', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    const other = await stage.drop('Other.wav', wave);
    await drain(app.database);
    await app.platform.storage.delete(r2Key);
    expect(await healedBy(sweep)).toEqual({ object_gone: 1 });
    expect((await stage.file(id)).analysis).toMatchObject({
      state: 'failed',
      error: { code: 'object_gone', message: 'The stored file is gone; please upload it again.' },
      channels: 2,
      hasPeaks: true,
    });
    expect((await stage.file(other.id)).analysis.state).toBe('done');

    await put(r2Key);
    expect(await healedBy(sweep)).toEqual({ object_back: 1 });
    expect((await stage.file(id)).analysis).toMatchObject({ state: 'done', error: null });
  });

  it('is not one that was deleted, or whose upload has not ended', async () => {
    const projectId = own.project.id;
    const audio = () => build(app).audio({ state: 'done' });
    await build(app).file({ projectId, audioId: (await audio()).id, deletedAt: new Date() });
    await build(app).file({ projectId, audioId: (await build(app).audio()).id, completedAt: null });
    expect(await healedBy(sweep)).toEqual({});
  });
});

describe('an analysis that never ended', () => {
  const sweep = (hours: number) => () => worker.get(StuckAnalysesWorker).sweep(inHours(hours));

  it.each(['queued', 'running'] as const)('begins again when its job is lost while it is %s', async (state) => {
    const objectKey = `projects/${own.project.id}/staging/${randomUUID()}/Ember.wav`;
    await put(objectKey);
    const audio = await build(app).audio({ objectKey, state, sizeBytes: wave.length });
    const { id } = await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id });
    expect(await healedBy(sweep(0))).toEqual({ analysis_restarted: 1 });
    expect((await stage.file(id)).analysis.state).toBe('done');
  });

  it.each([audioStored, audioReopened])('is left alone while $name waits, until that is hours old', async (event) => {
    const audio = await build(app).audio();
    await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id });
    const waiting = { event: event.name, payload: { audioId: audio.id } };
    // Relayed, and taken by a queue that has lost it since.
    await app.database.query(
      `INSERT INTO outbox (event, payload, relayed_at, handlers) VALUES ($1, $2, now(), '{AnalysisWorker.analyse}')`,
      [waiting.event, waiting.payload],
    );
    const restarted = async () => (await healed()).analysis_restarted;
    const before = await restarted();
    await sweep(5)();
    expect(await restarted()).toBe(before);
    await sweep(7)();
    expect(await restarted()).toBe(before + 1);
    await app.database.query(`DELETE FROM outbox WHERE handlers = '{AnalysisWorker.analyse}'`);
    await drain(app.database);
    expect(await healedBy(sweep(0))).toEqual({});
  });

  it('is not one whose upload has not ended', async () => {
    await build(app).file({ projectId: own.project.id, completedAt: null });
    expect(await healedBy(sweep(0))).toEqual({});
  });
});

describe('what nobody refers to', () => {
  const sweep = (hours: number) => () => worker.get(OrphansWorker).sweep(inHours(hours));

  it('goes after a day, and what is in use stays', async () => {
    const kept = await stage.drop('Ember.wav', wave);
    const begun = await stage.send('Begun.wav', wave);
    await drain(app.database);
    const [derived] = await app.database.query<{ peaksKey: string; id: string }>(
      'SELECT id, peaks_key AS "peaksKey" FROM audio WHERE object_key = $1',
      [kept.r2Key],
    );
    const [lost, old] = [`projects/${own.project.id}/staging/x/lost.wav`, `derived/${derived!.id}/old`];
    const strange = ['derived/------------------------------------/peaks', `derived/${randomUUID()}/peaks`];
    for (const key of [lost, old, ...strange]) await put(key);

    expect(await healedBy(sweep(23))).toEqual({});
    expect(await healedBy(sweep(25))).toEqual({ object_removed: 4 });
    for (const key of [lost, old, ...strange]) expect(await exists(key)).toBe(false);
    for (const key of [kept.r2Key, begun.r2Key, derived!.peaksKey]) expect(await exists(key)).toBe(true);
  });

  it('are also the sounds of files that are no more, with their objects', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    await app.database.query('DELETE FROM staging_files WHERE id = $1', [id]);
    expect(await healedBy(sweep(25))).toMatchObject({ audio_removed: 1 });
    expect(await exists(r2Key)).toBe(false);
  });

  it('is the object of a deleted file that its deletion could not remove', async () => {
    const objectKey = `projects/${own.project.id}/files/x/left.wav`;
    await put(objectKey);
    const audio = await build(app).audio({ objectKey, state: 'done' });
    await build(app).file({ projectId: own.project.id, audioId: audio.id, deletedAt: new Date() });
    expect(await healedBy(sweep(25))).toEqual({ object_removed: 1 });
    expect(await exists(objectKey)).toBe(false);
  });
});
