import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drain } from '../../testing/drain.js';
import { workRequested, type EventWorkerSettings } from '../../testing/event-work.js';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.js';
import { startTestRedis } from '../../testing/redis.js';
import { until } from '../../testing/until.js';
import { Database } from '../database/database.js';

/** Short enough that a dead worker's jobs come back within the test. */
const timing = { lockMs: 1_500, stalledMs: 300, sweepMs: 500, lostAfterMs: 3_000 };

const redis = await startTestRedis(7);

const steps = [
  'relay.claimed',
  'relay.added',
  'relay.marked',
  'relay.committed',
  'handler.started',
  'handler.running',
  'handler.written',
  'handler.committed',
] as const;

afterAll(() => redis?.stop());

describe.each(redis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('workers killed, queue on %s', (queue) => {
  let test: TestDatabase;
  let database: Database;
  let emitted = 0;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    test = await createTestDatabase();
    database = await Database.connect({
      url: test.url,
      entities: [],
      poolSize: 8,
      applicationName: 'test',
      onPoolError: () => undefined,
    });
    await database.query('CREATE TABLE effect (handler text, n integer, at timestamptz DEFAULT clock_timestamp())');
  });

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await database?.close();
    await test?.drop();
  });

  function startWorker(settings: Partial<EventWorkerSettings> = {}) {
    const all = { databaseUrl: test.url, queueUrl: queue === 'Redis' ? redis?.url : test.url, timing, ...settings };
    const child = spawn(
      process.execPath,
      [
        ...['--import', join(import.meta.dirname, '../../testing/swc-hooks.mjs')],
        join(import.meta.dirname, '../../testing/event-worker.ts'),
        JSON.stringify(all),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: {} },
    );
    running.add(child);
    const exited = once(child, 'exit').then(([code, signal]) => {
      running.delete(child);
      return (signal ?? code) as string | number;
    });
    const ready = once(child.stdout, 'data');
    const stop = async () => {
      child.kill('SIGTERM');
      return exited;
    };
    return { child, ready, exited, stop };
  }

  const emit = (count: number) =>
    database.transaction(async (tx) => {
      for (let i = 0; i < count; i++) tx.emit(workRequested, { n: emitted++ });
    });

  /** How often each handler has had its effect, as `{ times: how many }`. */
  const effects = async () => {
    const rows = await database.query<{ handler: string; times: number; events: number }>(
      `SELECT handler, times, count(*)::integer AS events
       FROM (SELECT handler, n, count(*)::integer AS times FROM effect GROUP BY handler, n) AS each
       GROUP BY handler, times ORDER BY handler, times`,
    );
    return rows.map(({ handler, times, events }) => `${handler}: ${events} × ${times}`);
  };

  const onceEach = () => ['First.run', 'Second.run', 'Third.run'].map((handler) => `${handler}: ${emitted} × 1`);

  it('between every two steps: each effect happens exactly once', async () => {
    for (const at of steps) {
      const worker = startWorker({ crash: { at, nth: 3 } });
      await worker.ready;
      await until(`the crash at ${at}`, async () => {
        await emit(2);
        return !running.has(worker.child);
      });
      expect([at, await worker.exited]).toEqual([at, 'SIGKILL']);
    }
    const survivor = startWorker();
    await drain(database);
    expect(await survivor.stop()).toBe(0);
    expect(await effects()).toEqual(onceEach());
  }, 60_000);
});
