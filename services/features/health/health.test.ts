import { afterEach, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { recordHealing } from './healing.service.js';
import { healingKinds } from './health.schema.js';

let app: TestApp;
afterEach(() => app?.close());

it('tells anyone that all is well, and nothing else', async () => {
  app = await startTestApp();
  const healthy = { status: 'ok', checks: { database: 'ok', queue: 'ok', storage: 'ok' } };
  expect(await app.anonymous.get('/api/health')).toMatchObject({ status: 200, json: { success: true, data: healthy } });
  expect(await app.anonymous.get('/api/health/ready')).toMatchObject({ status: 200, data: healthy });
  expect(await app.anonymous.get('/api/health/live')).toMatchObject({ status: 200, data: { status: 'ok' } });
});

it('names what is broken, and is not ready then', async () => {
  app = await startTestApp();
  await app.database.query('DROP SCHEMA bullmq CASCADE');
  const broken = { status: 'failed', checks: { database: 'ok', queue: 'failed', storage: 'ok' } };
  expect(await app.anonymous.get('/api/health')).toMatchObject({ status: 200, data: broken });
  expect(await app.anonymous.get('/api/health/ready')).toMatchObject({ status: 503, data: broken });
  expect((await app.anonymous.get('/api/health/live')).status).toBe(200);
});

it('counts what the sweeps have mended', async () => {
  app = await startTestApp();
  await recordHealing(app.database, 'object_gone');
  await recordHealing(app.database, 'object_gone', 2);
  await recordHealing(app.database, 'object_back', 0);
  const { data } = await app.anonymous.get('/api/health');
  expect(data.healed).toEqual({ ...Object.fromEntries(healingKinds.map((kind) => [kind, 0])), object_gone: 3 });
});
