import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { STORE_MARKER } from '../../platform/installation.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { HealthView } from '../health/health.schema.js';
import { TrashWorker } from '../trash/trash.worker.js';
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

/** Repairs counted by running a sweep twice. */
async function healedBy(sweep: () => Promise<void>): Promise<Partial<HealthView['healed']>> {
  const before = await healed();
  await sweep();
  await drain(app.database);
  await sweep();
  const after = Object.entries(await healed()) as [keyof typeof before, number][];
  return Object.fromEntries(after.filter(([kind, n]) => n > before[kind]).map(([kind, n]) => [kind, n - before[kind]]));
}

describe('a file whose object is missing', () => {
  const sweep = () => worker.get(LostObjectsWorker).sweep();

  it('is marked once, keeps its analysis, and is analysed again when the object is back', async () => {
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

  it('is not reported when it was deleted or its upload has not finished', async () => {
    const projectId = own.project.id;
    const audio = () => build(app).audio({ state: 'done' });
    await build(app).file({ projectId, audioId: (await audio()).id, deletedAt: new Date() });
    await build(app).file({ projectId, audioId: (await build(app).audio()).id, completedAt: null });
    expect(await healedBy(sweep)).toEqual({});
  });
});

describe('an analysis that never finished', () => {
  const sweep = (hours: number) => () => worker.get(StuckAnalysesWorker).sweep(inHours(hours));

  it.each(['queued', 'running'] as const)('restarts when its job is lost while it is %s', async (state) => {
    const objectKey = `projects/${own.project.id}/staging/${randomUUID()}/Ember.wav`;
    await put(objectKey);
    const audio = await build(app).audio({ objectKey, state, sizeBytes: wave.length });
    const { id } = await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id });
    expect(await healedBy(sweep(0))).toEqual({ analysis_restarted: 1 });
    expect((await stage.file(id)).analysis.state).toBe('done');
  });

  it.each([audioStored, audioReopened])('is left alone while a recent $name is waiting', async (event) => {
    const audio = await build(app).audio();
    await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id });
    const waiting = { event: event.name, payload: { audioId: audio.id } };
    // The relay gave it to a queue that has lost it since.
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

  it('is left alone while its upload has not finished', async () => {
    await build(app).file({ projectId: own.project.id, completedAt: null });
    expect(await healedBy(sweep(0))).toEqual({});
  });
});

describe('unreferenced data', () => {
  const sweep = () => worker.get(OrphansWorker).sweep();
  const disk = () => new URL(`${app.config.storageUrl}/objects/`.replace(/^file:/, 'file://'));
  const sweepState = async () => (await app.anonymous.get<HealthView>('/api/health')).data.checks.sweep;
  const trashed = async () => {
    const keys = [];
    for await (const { key } of app.platform.storage.list('trash/')) keys.push(key);
    return keys;
  };
  /** Makes every object look as if it had been stored a day ago. */
  async function age(): Promise<void> {
    const yesterday = new Date(Date.now() - 25 * HOUR_MS);
    for (const prefix of ['projects/', 'derived/', 'incoming/']) {
      for await (const { key } of app.platform.storage.list(prefix))
        await utimes(new URL(key, disk()), yesterday, yesterday);
    }
    await app.database.query(`UPDATE audio SET created_at = now() - interval '25 hours'`);
  }

  it('goes to the trash after a day and is deleted a month later, while data in use stays', async () => {
    const kept = await stage.drop('Ember.wav', wave);
    const begun = await stage.send('Begun.wav', wave);
    await drain(app.database);
    const [derived] = await app.database.query<{ peaksKey: string; id: string }>(
      'SELECT id, peaks_key AS "peaksKey" FROM audio WHERE object_key = $1',
      [kept.r2Key],
    );
    const [lost, old] = [`projects/${own.project.id}/staging/x/lost.wav`, `derived/${derived!.id}/old`];
    const strange = ['derived/------------------------------------/peaks', `derived/${randomUUID()}/peaks`];
    const [late, coming] = [`incoming/${kept.r2Key}`, `incoming/${begun.r2Key}`];
    for (const key of [lost, old, ...strange, late, coming]) await put(key);

    expect(await healedBy(sweep)).toEqual({});
    await age();
    expect(await healedBy(sweep)).toEqual({ object_removed: 5 });
    for (const key of [lost, old, ...strange, late]) expect(await exists(key)).toBe(false);
    for (const key of [kept.r2Key, begun.r2Key, coming, derived!.peaksKey]) expect(await exists(key)).toBe(true);
    const today = `trash/${new Date().toISOString().slice(0, 10)}`;
    expect((await trashed()).sort()).toEqual([lost, old, ...strange, late].map((key) => `${today}/${key}`).sort());

    await app.database.query(`UPDATE trash SET trashed_at = now() - interval '31 days' WHERE object_key = $1`, [lost]);
    await worker.get(TrashWorker).sweep();
    await drain(app.database);
    expect(await exists(`${today}/${lost}`)).toBe(false);
    expect(await trashed()).toHaveLength(4);
  });

  it('includes audio of deleted rows, with its objects', async () => {
    const { id, r2Key } = await stage.drop('Ember.wav', wave);
    await drain(app.database);
    await app.database.query('DELETE FROM staging_files WHERE id = $1', [id]);
    await age();
    expect(await healedBy(sweep)).toMatchObject({ audio_removed: 1 });
    expect(await exists(r2Key)).toBe(false);
  });

  it('includes the object of a deleted file that its deletion could not remove', async () => {
    const objectKey = `projects/${own.project.id}/files/x/left.wav`;
    await put(objectKey);
    const audio = await build(app).audio({ objectKey, state: 'done' });
    await build(app).file({ projectId: own.project.id, audioId: audio.id, deletedAt: new Date() });
    await age();
    expect(await healedBy(sweep)).toEqual({ object_removed: 1 });
    expect(await exists(objectKey)).toBe(false);
  });

  it('stays when it is more than a twentieth of the store, and health reports it', async () => {
    const keys = Array.from({ length: 11 }, (_, n) => `projects/${own.project.id}/staging/x/${n}.wav`);
    for (const key of keys) await put(key);
    await age();
    expect(await healedBy(sweep)).toEqual({});
    for (const key of keys) expect(await exists(key)).toBe(true);
    expect(await sweepState()).toBe('failed');

    await app.platform.storage.delete(keys[0]!);
    expect(await healedBy(sweep)).toEqual({ object_removed: 10 });
    expect(await sweepState()).toBe('ok');
  });

  it('stays while the store belongs to another database, and no file is marked as missing', async () => {
    const lost = `projects/${own.project.id}/staging/x/lost.wav`;
    await put(lost);
    await age();
    await app.platform.storage.put(STORE_MARKER, Buffer.from(randomUUID()), { contentType: 'text/plain' });
    await expect(sweep()).rejects.toThrow('The object store belongs to installation');
    expect((await app.anonymous.get<HealthView>('/api/health')).data.checks.storage).toBe('failed');

    await app.platform.storage.delete(STORE_MARKER);
    await expect(sweep()).rejects.toThrow('is it mounted');
    await expect(worker.get(LostObjectsWorker).sweep()).rejects.toThrow('is it mounted');
    expect(await exists(lost)).toBe(true);
    const [installation] = await app.database.query<{ id: string }>('SELECT id FROM installation');
    await app.platform.storage.put(STORE_MARKER, Buffer.from(installation!.id), { contentType: 'text/plain' });
  });
});
