import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../../platform/embedded/port.js';
import type { Logger } from '../../platform/log.js';
import { reportGaps } from '../../platform/tasks/reader-gaps.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build } from '../../testing/build.js';
import { createTestDatabase } from '../../testing/servers/postgres.js';
import { startTestRedis } from '../../testing/servers/redis.js';
import { TestSmtp } from '../../testing/servers/smtp.js';
import { startTcpProxy } from '../../testing/servers/tcp-proxy.js';
import { until } from '../../testing/until.js';
import { startTestWorker } from '../../testing/worker.js';
import { demo } from '../demo/demo.writes.js';
import { type HealthView, repairKinds } from './health.schema.js';
import { MailServerWorker } from './mail-server.worker.js';
import { recordRepair } from './repairs.writes.js';

const redis = await startTestRedis(9);

let app: TestApp;
afterEach(() => app?.close());
afterAll(() => redis?.stop());

const allWell = { database: 'ok', queue: 'ok', storage: 'ok', sweep: 'ok', worker: 'ok', mail: 'ok', room: 'ok' };
const health = async () => (await app.anonymous.get<HealthView>('/api/health')).data;

it('reports to anyone that all is well, and nothing else', async () => {
  app = await startTestApp({ COMMIT: 'abc1234' });
  const worker = await startTestWorker(app);
  const packageFile = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(packageFile) as { version: string };
  const healthy = { status: 'ok', version, commit: 'abc1234', checks: allWell };
  expect(await app.anonymous.get('/api/health')).toMatchObject({ status: 200, json: { success: true, data: healthy } });
  expect(await app.anonymous.get('/api/health/ready')).toMatchObject({ status: 200, data: healthy });
  expect(await app.anonymous.get('/api/health/live')).toMatchObject({ status: 200, data: { status: 'ok' } });
  await worker.close();
});

it('reports a missing or frozen worker, and stays ready', async () => {
  app = await startTestApp();
  expect(await health()).toMatchObject({ status: 'failed', checks: { ...allWell, worker: 'failed' } });
  expect((await app.anonymous.get('/api/health/ready')).status).toBe(200);
  const worker = await startTestWorker(app);
  await until('the worker', async () => (await health()).status === 'ok');
  await app.database.query(`UPDATE event_handler SET seen_at = now() - interval '4 minutes'`);
  expect((await health()).checks.worker).toBe('failed');
  await app.database.query('UPDATE event_handler SET seen_at = now()');
  expect((await health()).checks.worker).toBe('ok');
  await worker.close();
  await until('its end', async () => (await health()).checks.worker === 'failed');
});

it('reports failed checks, and is not ready without the database', async () => {
  app = await startTestApp();
  await app.database.query('DROP SCHEMA bullmq CASCADE');
  expect((await health()).checks).toEqual({ ...allWell, queue: 'failed', worker: 'failed' });
  expect((await app.anonymous.get('/api/health/ready')).status).toBe(200);
  await app.database.query('DROP TABLE healings');
  expect(await app.anonymous.get('/api/health/ready')).toMatchObject({
    status: 503,
    data: { status: 'failed', checks: { database: 'failed' } },
  });
  expect((await app.anonymous.get('/api/health/live')).status).toBe(200);
});

it('stays ready without the store, because most calls do not need it', async () => {
  app = await startTestApp();
  const objects = new URL(app.config.storageUrl).pathname;
  await rename(objects, `${objects}.away`);
  expect(await app.anonymous.get('/api/health/ready')).toMatchObject({
    status: 200,
    data: { status: 'failed', checks: { database: 'ok', storage: 'failed' } },
  });
});

describe('the operator’s status', () => {
  const statusFor = async (isOperator: boolean) =>
    app.as(await build(app).engineer({ isOperator })).get('/api/operator/status');

  it('names the versions that run, for the operator only', async () => {
    app = await startTestApp();
    const [server] = await app.database.query<{ version: string }>('SELECT version()');
    const { versions } = (await statusFor(true)).data;
    expect(versions).toEqual({
      lacquer: (await health()).version,
      postgresql: expect.stringMatching(/^\d+\.\d+$/),
      node: process.version.slice(1),
      redis: null,
    });
    expect(server!.version).toContain(`PostgreSQL ${versions.postgresql} `);
    expect((await statusFor(false)).status).toBe(403);
  });

  (redis ? it : it.skip)('names the version of Redis if it has the queues', async () => {
    app = await startTestApp({ QUEUE_URL: redis!.url });
    expect((await statusFor(true)).data.versions.redis).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

(redis ? it : it.skip)('says that Redis is down, and that it is back', async () => {
  const url = new URL(redis!.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  app = await startTestApp({ QUEUE_URL: url.href });
  expect((await health()).checks.queue).toBe('ok');
  proxy.freeze();
  expect((await health()).checks.queue).toBe('failed');
  proxy.thaw();
  await until('the queue', async () => (await health()).checks.queue === 'ok');
  await app.close();
  await proxy.stop();
});

it('returns 503 with Retry-After while the database is unavailable, and recovers afterwards', async () => {
  const test = await createTestDatabase();
  const url = new URL(test.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  app = await startTestApp({ DATABASE_URL: url.href });
  const projects = () => app.as({ id: demo.engineerId }).fetch('/api/projects');
  expect((await projects()).status).toBe(200);
  proxy.refuse();
  const away = await projects();
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('5');
  expect(await away.json()).toMatchObject({ success: false, code: 'unavailable' });
  expect((await health()).checks.database).toBe('failed');
  proxy.thaw();
  await until('the database', async () => (await projects()).status === 200);
  await app.close();
  await proxy.stop();
  await test.drop();
});

it('reports when the mail server is unavailable, and when it is back', async () => {
  const port = await freePort();
  app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, METRICS_TOKEN: 'a token of the tests' });
  const worker = await startTestWorker(app);
  const scrape = async () =>
    (await app.anonymous.fetch('/api/metrics', { headers: { authorization: 'Bearer a token of the tests' } })).text();
  const mail = { id: 'one', to: { name: 'Ada', address: 'ada@example.com' }, subject: 'x', text: 'x', html: 'x' };
  await expect(app.platform.mailer.send(mail, new AbortController().signal)).rejects.toThrow();
  expect(await health()).toMatchObject({ status: 'failed', checks: { ...allWell, mail: 'failed' } });
  expect((await app.anonymous.get('/api/health/ready')).status).toBe(200);
  expect(await scrape()).toMatch(/^lacquer_check_failed\{check="mail"\} 1$/m);
  await worker.get(MailServerWorker).look();
  expect((await health()).checks.mail).toBe('failed');
  const smtp = await TestSmtp.start({ port });
  await worker.get(MailServerWorker).look();
  expect((await health()).checks.mail).toBe('ok');
  expect(await scrape()).toMatch(/^lacquer_check_failed\{check="mail"\} 0$/m);
  await smtp.stop();
  await worker.close();
});

it('does not report the mail server as unavailable when it refuses one recipient', async () => {
  const smtp = await TestSmtp.start({ refuse: () => 450 });
  app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  const mail = { id: 'one', to: { name: 'Ada', address: 'ada@example.com' }, subject: 'x', text: 'x', html: 'x' };
  await expect(app.platform.mailer.send(mail, new AbortController().signal)).rejects.toThrow();
  expect((await health()).checks.mail).toBe('ok');
  await smtp.stop();
});

it('counts the repairs of the sweeps', async () => {
  app = await startTestApp();
  await recordRepair(app.database, 'object_gone');
  await recordRepair(app.database, 'object_gone', 2);
  await recordRepair(app.database, 'object_back', 0);
  const { data } = await app.anonymous.get('/api/health');
  expect(data.healed).toEqual({ ...Object.fromEntries(repairKinds.map((kind) => [kind, 0])), object_gone: 3 });
});

it('shows only the operator how the confinement of reading processes is incomplete', async () => {
  app = await startTestApp();
  const gaps = ['They can reach the network.'];
  const lines: unknown[][] = [];
  const logger = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
  await reportGaps(app.database, logger, gaps);
  expect(lines).toEqual([[{ gaps }, expect.any(String)]]);
  expect((await app.as({ id: demo.engineerId }).get('/api/operator/reader-gaps')).data).toEqual({ gaps });
  expect((await app.as({ id: demo.clientId }).get('/api/operator/reader-gaps')).status).toBe(403);
  expect(JSON.stringify(await health())).not.toContain('network');

  await reportGaps(app.database, logger, []);
  expect((await app.as({ id: demo.engineerId }).get('/api/operator/reader-gaps')).data).toEqual({ gaps: [] });
  expect(lines).toHaveLength(1);
});
