import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build, type Built } from '../../testing/build.js';
import { audioBytes, Stage } from '../../testing/staging.js';
import { startTestWorker } from '../../testing/worker.js';
import type { HealthView } from '../health/health.schema.js';
import { UnregisteredUploadsWorker } from './unregistered-uploads.worker.js';
import { UploadIntent } from './upload-intent.entity.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let worker: INestApplicationContext;
let wave: Buffer;
let own: Built;
let stage: Stage;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  wave = await audioBytes({ format: 'wav' });
});

afterAll(async () => {
  await worker.close();
  await app.close();
});

beforeEach(async () => {
  own = await build(app).project();
  stage = new Stage(app.as(own.engineer), own.project.id);
});

const sweepIn = (ms: number) => worker.get(UnregisteredUploadsWorker).sweep({ slot: new Date(Date.now() + ms) });
const intents = () => app.database.manager.findBy(UploadIntent, { projectId: own.project.id });
const healed = async () => (await app.anonymous.get<HealthView>('/api/health')).data.healed!;

const allow = (count: number) =>
  stage.engineer.post(`${stage.path}/upload-urls`, {
    files: Array.from({ length: count }, (_, index) => ({ originalName: `${index}.wav`, sizeBytes: 1000 })),
  });

describe('an upload that nobody registered', () => {
  it('is staged when its object has arrived, once, but not while its browser may still do it', async () => {
    const before = await healed();
    await stage.send('Ember.wav', wave);
    await sweepIn(MINUTE_MS);
    expect(await stage.files()).toEqual([]);
    await sweepIn(3 * MINUTE_MS);
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toMatchObject([{ originalName: 'Ember.wav', status: 'pending' }]);
    expect((await healed()).upload_registered).toBe(before.upload_registered + 1);
  });

  it('is found behind any number that have not arrived', async () => {
    await allow(450);
    await stage.send('Ember.wav', wave);
    await allow(450);
    await sweepIn(3 * MINUTE_MS);
    expect(await stage.files()).toHaveLength(1);
    expect(await intents()).toHaveLength(900);
  });

  it('is forgotten after a day when nothing arrived, and at once when what arrived is no audio', async () => {
    const before = await healed();
    await allow(1);
    await stage.send('text.wav', Buffer.from('no audio at all, only words'));
    await sweepIn(3 * MINUTE_MS);
    expect((await intents()).map(({ originalName }) => originalName)).toEqual(['0.wav']);
    await sweepIn(DAY_MS + MINUTE_MS);
    expect(await intents()).toEqual([]);
    expect(await stage.files()).toEqual([]);
    expect((await healed()).upload_forgotten).toBeGreaterThanOrEqual(before.upload_forgotten + 2);
  });
});
