import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { EventProcesses } from '../../testing/events/event-processes.js';
import { createTestDatabase } from '../../testing/servers/postgres.js';
import { startTestRedis } from '../../testing/servers/redis.js';
import { startTcpProxy } from '../../testing/servers/tcp-proxy.js';
import { until } from '../../testing/until.js';
import { startPostgres } from '../embedded/postgres.js';
import { runMigrations } from '../migrate.js';

const timing = {
  lockMs: 1_500,
  stalledMs: 300,
  sweepMs: 500,
  lostAfterMs: 2_000,
  postponeMs: 200,
  queueTimeoutMs: 300,
};

/** Dozens of processes start here; each takes seconds on a busy machine. */
jest.setTimeout(600_000);

const redis = await startTestRedis(8);

afterAll(() => redis?.stop());

describe.each(redis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])(
  'the database killed under load, queue on %s',
  (queue) => {
    it('every acknowledged event has its effects once', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-outage-'));
      let server = await startPostgres({ dataDir, port: 0 });
      await runMigrations(server.url);
      const queueUrl = queue === 'Redis' && redis ? redis.url : server.url;
      const processes = await EventProcesses.open({ databaseUrl: server.url, queueUrl, timing });
      try {
        const workers = [processes.start(), processes.start()];
        await Promise.all(workers.map(({ ready }) => ready));
        let loading = true;
        let refused = 0;
        const emit = async () => {
          try {
            await processes.emit(3);
          } catch {
            refused++;
          }
          await new Promise((resolve) => setTimeout(resolve, 10));
        };
        const load = Promise.all(
          Array.from({ length: 4 }, async () => {
            while (loading) await emit();
          }),
        );
        for (let kills = 0; kills < 2; kills++) {
          const before = processes.emitted.length;
          await until('load', () => processes.emitted.length > before + 90);
          await server.stop('immediate');
          server = await startPostgres({ dataDir, port: server.port });
        }
        const before = processes.emitted.length;
        await until('load after the restart', () => processes.emitted.length > before + 90);
        loading = false;
        await load;
        expect(refused).toBeGreaterThan(0);
        await drain(processes.database);
        expect(await Promise.all(workers.map((worker) => worker.stop()))).toEqual([0, 0]);
        expect(await processes.errors()).toEqual([]);
      } finally {
        await processes.close();
        await server.stop('immediate');
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  },
);

(redis ? describe : describe.skip)('Redis silent', () => {
  it('no transaction waits for it, nothing is lost, and work continues when it is back', async () => {
    const test = await createTestDatabase();
    const url = new URL(redis?.url ?? '');
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const processes = await EventProcesses.open({ databaseUrl: test.url, queueUrl: url.href, timing });
    try {
      const worker = processes.start();
      await worker.ready;
      await processes.emit(5);
      await drain(processes.database);
      proxy.freeze();
      for (let i = 0; i < 5; i++) await processes.emit(5);
      // If it waited for Redis, it would be the only one as long as Redis does not answer.
      const begun = new Set<string>();
      await until('a few failed batches', async () => {
        const open = await processes.database.query<{ begun: string }>(
          `SELECT xact_start::text AS begun FROM pg_stat_activity
           WHERE application_name = 'test worker' AND state = 'idle in transaction' AND query LIKE '%FOR UPDATE OF outbox SKIP LOCKED'`,
        );
        for (const transaction of open) begun.add(transaction.begun);
        return begun.size >= 3;
      });
      proxy.thaw();
      await drain(processes.database);
      await worker.stop();
      expect(await processes.errors()).toEqual([]);
    } finally {
      await processes.close();
      await proxy.stop();
      await test.drop();
    }
  });
});
