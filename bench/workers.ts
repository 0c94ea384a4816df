// `npm run bench -- workers`: how many analyses a minute 1, 2 and 4 worker processes finish, on both queues. The analysis is
// simulated by a fixed wait, so that the queue and the database are measured and not this machine's cores.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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

const WAIT_MS = 500;
const AT_ONCE = 2;
const JOBS_A_WORKER = 40;
const WORKERS = [1, 2, 4];

const arrived = { name: 'bench.arrived', schema: z.object({ n: z.int() }) };
const connect = (url: string) =>
  Database.connect({ url, entities: [], poolSize: 8, applicationName: 'bench', onPoolError: () => undefined });

const [databaseUrl, queueUrl] = process.argv.slice(2);
await (databaseUrl && queueUrl ? work(databaseUrl, queueUrl) : bench());

/** One worker process, until SIGTERM. */
async function work(databaseUrl: string, queueUrl: string): Promise<void> {
  const worker = await startEventWorker({
    databaseUrl,
    queueUrl,
    logger: createLogger('bench', 'warn'),
    concurrency: { default: 1, probe: 1, analysis: AT_ONCE, copies: 1, news: 1, mail: 1 },
    events: [arrived],
    handlers: [
      {
        kind: 'event',
        name: 'Bench.analyse',
        event: arrived,
        queue: 'analysis',
        attempts: 5,
        backoffMs: 1000,
        lowPriority: false,
        run: () => new Promise((done) => setTimeout(done, WAIT_MS)),
      },
    ],
  });
  process.once('SIGTERM', () => void worker.stop());
  console.log('ready');
}

async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
  const server = await startPostgres({ dataDir, port: 0 });
  const redis = await startTestRedis(9);
  try {
    await runMigrations(server.url);
    const rows: Record<string, object> = {};
    for (const [name, queueUrl] of Object.entries({ PostgreSQL: server.url, ...(redis && { Redis: redis.url }) })) {
      let alone = 0;
      for (const workers of WORKERS) {
        const rate = await throughput(server.url, queueUrl, workers);
        alone ||= rate;
        rows[`${name}, ${workers} workers`] = {
          'jobs a minute': Math.round(rate * 60),
          'of the wait alone': (rate / ((workers * AT_ONCE * 1000) / WAIT_MS)).toFixed(2),
          '× linear (≥ 0.9)': (rate / alone / workers).toFixed(2),
        };
      }
    }
    console.table(rows);
  } finally {
    await redis?.stop();
    await server.stop('immediate');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Jobs per second, from the first handled job to the last. */
async function throughput(url: string, queueUrl: string, count: number): Promise<number> {
  const database = await connect(url);
  const jobs = JOBS_A_WORKER * count;
  const children = await Promise.all(Array.from({ length: count }, () => start(url, queueUrl)));
  const from = Date.now();
  await database.transaction(async (tx) => {
    for (let n = 0; n < jobs; n++) tx.emit(arrived, { n });
  });
  const handled = async () => {
    const [row] = await database.query<{ n: number }>('SELECT count(*)::integer AS n FROM processed_event');
    return row?.n ?? 0;
  };
  while ((await handled()) < jobs) await new Promise((next) => setTimeout(next, 20));
  const seconds = (Date.now() - from) / 1000;
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
  await database.query('TRUNCATE outbox, processed_event, event_handler');
  await database.close();
  return jobs / seconds;
}

async function start(...urls: string[]): Promise<ChildProcess> {
  const hooks = join(import.meta.dirname, '../services/testing/swc-hooks.mjs');
  const child = spawn(process.execPath, ['--import', hooks, import.meta.filename, ...urls], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
