import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PermanentError } from '../platform/events/handler.js';
import { startTestApp, type TestApp } from '../testing/app.js';
import { build } from '../testing/build.js';
import type { Caller } from '../testing/caller.js';
import { drain } from '../testing/events/drain.js';
import { handler, knocked, silent } from '../testing/events/event-harness.js';
import { type RunningEventWorker, startEventWorker } from '../testing/events/start-event-worker.js';
import { startTestRedis, type TestRedis } from '../testing/servers/redis.js';
import { until } from '../testing/until.js';

const BOARD = '/api/operator/queues';

interface BoardJob {
  id: string;
  name: string;
  failedReason: string;
  data: { payload: unknown };
}

describe.each(['PostgreSQL', 'Redis'])('the queue dashboard on %s', (backend) => {
  let redis: TestRedis | undefined;
  let app: TestApp;
  let operator: Caller;
  let worker: RunningEventWorker;
  let broken = true;
  const done: number[] = [];

  beforeAll(async () => {
    if (backend === 'Redis') redis = (await startTestRedis(12))!;
    app = await startTestApp(redis ? { QUEUE_URL: redis.url } : {});
    operator = app.as(await build(app).engineer({ isOperator: true }));
    worker = await startEventWorker({
      databaseUrl: app.config.databaseUrl,
      queueUrl: app.config.queueUrl,
      handlers: [
        handler('Poison', async (n) => {
          if (broken) throw new PermanentError('cannot be done');
          done.push(n);
        }),
      ],
      events: [knocked],
      concurrency: { default: 2, probe: 1, analysis: 1, copies: 1, news: 1, mail: 1 },
      logger: silent,
    });
  });
  afterAll(async () => {
    await worker?.stop();
    await app?.close();
    await redis?.stop();
  });

  const failed = async (): Promise<BoardJob[]> => {
    const { json } = await operator.get(`${BOARD}/api/queues?activeQueue=default&status=failed&page=1`);
    return (json as { queues: { name: string; jobs: BoardJob[] }[] }).queues.find(({ name }) => name === 'default')!
      .jobs;
  };

  it('shows a job that failed for good with its payload and error, and retries it by hand', async () => {
    await app.database.transaction(async (tx) => tx.emit(knocked, { n: 7 }));
    await until('the failed job', async () => (await failed()).length === 1);
    const [job] = await failed();
    expect(job).toMatchObject({ name: 'Poison', failedReason: 'cannot be done', data: { payload: { n: 7 } } });
    broken = false;
    expect((await operator.put(`${BOARD}/api/queues/default/${job!.id}/retry`)).status).toBe(204);
    await drain(app.database);
    expect(done).toEqual([7]);
    const [event] = await app.database.query<{ failed: string[] }>('SELECT failed FROM outbox');
    expect(event).toEqual({ failed: [] });
  });

  it('retries all of them at once', async () => {
    broken = true;
    await app.database.transaction(async (tx) => [8, 9].forEach((n) => tx.emit(knocked, { n })));
    await until('both failed jobs', async () => (await failed()).length === 2);
    broken = false;
    expect((await operator.put(`${BOARD}/api/queues/default/retry/failed`)).json).toMatchObject({ retried: 2 });
    await drain(app.database);
    expect(done.sort()).toEqual([7, 8, 9]);
  });

  it('dismisses a job that failed for good, and no other', async () => {
    broken = true;
    await app.database.transaction(async (tx) => tx.emit(knocked, { n: 10 }));
    await until('the failed job', async () => (await failed()).length === 1);
    const [job] = await failed();
    expect((await operator.put(`${BOARD}/api/queues/default/${job!.id}/clean`)).status).toBe(204);
    expect(await failed()).toEqual([]);
    broken = false;
    await app.database.transaction(async (tx) => tx.emit(knocked, { n: 11 }));
    await drain(app.database);
    expect(done.sort((a, b) => a - b)).toEqual([7, 8, 9, 11]);
    const [last] = await app.database.query<{ id: string }>('SELECT id FROM outbox ORDER BY id DESC LIMIT 1');
    const put = (action: string) => operator.put(`${BOARD}/api/queues/default/${last!.id}-Poison/${action}`);
    // The queue learns a moment after the outbox that the job is done.
    await until('the queue has removed the job that is done', async () => (await put('clean')).status === 404);
    expect((await put('retry')).status).toBe(404);
    expect((await put('promote')).status).toBe(409);
    expect(await app.database.query('SELECT failed FROM outbox WHERE failed <> $1', [[]])).toEqual([]);
  });

  it('refuses everyone else', async () => {
    const { engineer, client } = await build(app).project();
    for (const path of ['', '/', '/queue/default', '/api/queues', '/static/css/any.css']) {
      expect({ path, ...(await app.anonymous.get(BOARD + path)) }).toMatchObject({ path, status: 401 });
      expect({ path, ...(await app.as(client).get(BOARD + path)) }).toMatchObject({ path, status: 403 });
      expect({ path, ...(await app.as(engineer).get(BOARD + path)) }).toMatchObject({ path, status: 403 });
    }
    expect((await app.as(engineer).put(`${BOARD}/api/queues/pause`)).status).toBe(403);
    expect((await operator.with({ 'sec-fetch-site': 'cross-site' }).put(`${BOARD}/api/queues/pause`)).status).toBe(403);
  });

  it('is a page that the portal’s policy allows to run', async () => {
    const page = await operator.fetch(`${BOARD}/`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*base-uri 'none'/);
    expect(html).toContain(`<base href="${BOARD}/"`);
    const scripts = [...html.matchAll(/<script defer src="([^"]+)"/g)].map(([, src]) => src!);
    expect(scripts.length).toBeGreaterThan(0);
    for (const src of scripts) {
      expect(src.startsWith(`${BOARD}/static/`)).toBe(true);
      expect((await operator.fetch(src)).status).toBe(200);
    }
    expect(html).not.toContain('https://');
  });

  it('still contains the hidden elements, under the names by which they are hidden', async () => {
    const html = await (await operator.fetch(`${BOARD}/`)).text();
    const [, style = ''] = /<style>([^<]*display: none[^<]*)<\/style>\s*<\/head>/.exec(html) ?? [];
    const names = [...style.matchAll(/class\^=(\w+)|\.lucide-([\w-]+)/g)].map(([, name, icon]) => name ?? `"${icon}"`);
    expect(names.length).toBeGreaterThan(8);
    const parts = globSync('node_modules/@bull-board/ui/dist/static/js/**/*.js').map((path) =>
      readFileSync(path, 'utf8'),
    );
    expect(names.filter((name) => !parts.some((part) => part.includes(name)))).toEqual([]);
  });

  it.each([
    ['POST', '/api/queues/default/add'],
    ['PUT', '/api/queues/default/empty'],
    ['PUT', '/api/queues/default/obliterate'],
    ['PUT', '/api/queues/default/clean/failed'],
    ['PATCH', '/api/queues/default/some-job/update-data'],
    ['PUT', '/api/queues/default/job-schedulers/some/remove'],
  ])('does not add or remove jobs: %s %s', async (method, path) => {
    expect(await operator.call(method, BOARD + path, { name: 'Poison', data: {} })).toMatchObject({
      status: 403,
      message:
        'Jobs come from events and schedules: here they are looked at, retried, and dismissed where they failed.',
    });
  });
});
