import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { audioBytes } from '../../testing/staging.js';
import { useApp } from '../../testing/use-app.js';
import type { HealthView } from '../health/health.schema.js';
import { StagingFile } from '../staged-files/staging-file.entity.js';
import { findIncoming } from '../staging/staging-rows.view.js';
import { UnregisteredUploadsWorker } from './unregistered-uploads.worker.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { app, worker, own, stage } = useApp({ worker: true, project: {} });
let wave: Buffer;

beforeAll(async () => {
  wave = await audioBytes({ format: 'wav' });
});

const sweepIn = (ms: number) => worker.get(UnregisteredUploadsWorker).sweep({ slot: new Date(Date.now() + ms) });
const incoming = () => findIncoming(app.database.manager, { projectId: own.project.id });
const healed = async () => (await app.anonymous.get<HealthView>('/api/health')).data.healed!;

const allow = (count: number) =>
  stage.engineer.post(`${stage.path}/upload-urls`, {
    files: Array.from({ length: count }, (_, index) => ({ originalName: `${index}.wav`, sizeBytes: 1000 })),
  });

describe('an unregistered upload', () => {
  it('is staged once when its object has arrived, but not while its browser may still register it', async () => {
    const before = await healed();
    await stage.send('Ember.wav', wave);
    await sweepIn(MINUTE_MS);
    expect(await stage.files()).toEqual([]);
    await sweepIn(3 * MINUTE_MS);
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toMatchObject([{ originalName: 'Ember.wav', status: 'pending' }]);
    expect((await healed()).upload_registered).toBe(before.upload_registered + 1);
  });

  it('is staged although the store refuses the key of another', async () => {
    await stage.send('Ember.wav', wave);
    const [good] = await incoming();
    await app.database.manager.insert(StagingFile, {
      ...good!,
      id: randomUUID(),
      objectKey: `projects/${own.project.id}/staging/0/odd.`,
    });
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toMatchObject([{ originalName: 'Ember.wav' }]);
  });

  it('is found behind any number of uploads that have not arrived', async () => {
    await allow(450);
    await stage.send('Ember.wav', wave);
    await allow(450);
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toHaveLength(1);
    expect(await incoming()).toHaveLength(900);
  });

  it('is dropped after a day if nothing arrived, and immediately if the object is not audio', async () => {
    const before = await healed();
    await allow(1);
    await stage.send('text.wav', Buffer.from('no audio at all, only words'));
    await sweepIn(3 * MINUTE_MS);
    expect((await incoming()).map(({ originalName }) => originalName)).toEqual(['0.wav']);
    await sweepIn(DAY_MS + MINUTE_MS);
    expect(await incoming()).toEqual([]);
    expect(await stage.files()).toEqual([]);
    expect((await healed()).upload_forgotten).toBeGreaterThanOrEqual(before.upload_forgotten + 2);
  });
});

it('gets a key that the store accepts, however long its name is', async () => {
  const originalName = `${'x'.repeat(179)}. and more.wav`;
  const [permission] = await stage.begin([{ originalName: `${'x'.repeat(175)}..wav`, sizeBytes: 1000 }]);
  expect(permission.uploadUrl).toBeDefined();
  const [long] = await stage.begin([{ originalName, sizeBytes: 1000 }]);
  expect(long.uploadUrl).toBeDefined();
});
