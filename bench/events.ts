// `npm run bench -- events`: how long an event takes to reach its handler on an idle system, and how many events are
// handled per second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Database } from '../services/platform/database/database.js';
import { startPostgres } from '../services/platform/embedded/postgres.js';
import { createLogger } from '../services/platform/log.js';
import { runMigrations } from '../services/platform/migrate.js';
import { startEventWorker } from '../services/testing/events/start-event-worker.js';
import { startTestRedis } from '../services/testing/servers/redis.js';

const IDLE_EVENTS = 300;
const LOAD_EVENTS = 2_000;
const EMITTERS = 8;

const measured = { name: 'bench.measured', schema: z.object({ n: z.int() }) };

async function measure(databaseUrl: string, queueUrl: string) {
  const database = await Database.connect({
    url: databaseUrl,
    entities: [],
    poolSize: 20,
    applicationName: 'bench',
    onPoolError: () => undefined,
  });
  let arrived: (n: number) => void = () => undefined;
  const worker = await startEventWorker({
    databaseUrl,
    queueUrl,
    logger: createLogger('bench', 'warn'),
    concurrency: { default: 20, probe: 1, analysis: 1, copies: 1, news: 1, mail: 1 },
    events: [measured],
    handlers: [
      {
        kind: 'event',
        name: 'Bench.run',
        event: measured,
        queue: 'default',
        attempts: 5,
        backoffMs: 1000,
        lowPriority: false,
        run: async (payload, context) => {
          const { n } = measured.schema.parse(payload);
          arrived(n);
          await context.commit((tx) => tx.query('UPDATE counter SET n = $1 WHERE id = $2', [n, n % 100]));
        },
      },
    ],
  });
  await database.query('DROP TABLE IF EXISTS counter');
  await database.query('CREATE TABLE counter AS SELECT id, 0 AS n FROM generate_series(0, 99) AS id');
  const emit = (n: number) => database.transaction(async (tx) => tx.emit(measured, { n }));

  const latencies: number[] = [];
  for (let n = 0; n < IDLE_EVENTS + 20; n++) {
    const handled = new Promise<void>((resolve) => (arrived = () => resolve()));
    const from = performance.now();
    await emit(n);
    await handled;
    if (n >= 20) latencies.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  let left = LOAD_EVENTS;
  let next = 0;
  const from = performance.now();
  const all = new Promise<void>((resolve) => (arrived = () => --left || resolve()));
  await Promise.all(
    Array.from({ length: EMITTERS }, async () => {
      while (next < LOAD_EVENTS) await emit(next++);
    }),
  );
  const emitted = performance.now();
  await all;
  const done = performance.now();
  await worker.stop();
  await database.close();
  latencies.sort((a, b) => a - b);
  const at = (quantile: number) => (latencies[Math.floor(latencies.length * quantile)] ?? NaN).toFixed(1);
  return {
    'idle median, ms': at(0.5),
    'idle p99, ms': at(0.99),
    'emitted a second': Math.round((LOAD_EVENTS / (emitted - from)) * 1000),
    'handled a second': Math.round((LOAD_EVENTS / (done - from)) * 1000),
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
const server = await startPostgres({ dataDir, port: 0 });
const redis = await startTestRedis(9);
try {
  await runMigrations(server.url);
  const results: Record<string, unknown> = { PostgreSQL: await measure(server.url, server.url) };
  if (redis) results.Redis = await measure(server.url, redis.url);
  console.table(results);
} finally {
  await redis?.stop();
  await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
}
