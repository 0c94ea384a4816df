import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { EventProcesses } from '../../testing/events/event-processes.js';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { startTestRedis } from '../../testing/servers/redis.js';
import { until } from '../../testing/until.js';

/** Short enough that a dead worker's jobs come back within the test. */
const timing = { lockMs: 1_500, stalledMs: 300, sweepMs: 500, lostAfterMs: 1_500 };

/** BullMQ skips a slot if no worker was free before the next one: even a busy machine must be faster than this. */
const EVERY_S = 2;
const cron = `*/${EVERY_S} * * * * *`;

/** Dozens of processes start here; each takes seconds on a busy machine. */
jest.setTimeout(600_000);

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
  let processes: EventProcesses;

  beforeEach(async () => {
    test = await createTestDatabase();
    await redis?.loseData();
    const queueUrl = queue === 'Redis' && redis ? redis.url : test.url;
    processes = await EventProcesses.open({ databaseUrl: test.url, queueUrl, timing });
  });

  afterEach(async () => {
    await processes.close();
    await test.drop();
  });

  it('between every two steps: each effect happens exactly once', async () => {
    for (const at of steps) {
      const worker = processes.start({ crash: { at, nth: 3 } });
      await worker.ready;
      await processes.emitUntilDeath(worker);
      expect([at, await worker.exited]).toEqual([at, 'SIGKILL']);
    }
    const survivor = processes.start();
    await drain(processes.database);
    expect(await survivor.stop()).toBe(0);
    expect(await processes.errors()).toEqual([]);
  });

  it('two at a time, at random, under load: each effect happens exactly once', async () => {
    let workers = [processes.start(), processes.start()];
    for (let kills = 0; kills < 3; kills++) {
      await Promise.all(workers.map(({ ready }) => ready));
      for (let i = 0; i < 20; i++) await processes.emit(1 + Math.floor(Math.random() * 10));
      workers[0]?.child.kill('SIGKILL');
      workers = [...workers.slice(1), processes.start()];
    }
    await drain(processes.database);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await processes.errors()).toEqual([]);
  });

  it('or frozen and resumed: another worker takes over, and each effect happens exactly once', async () => {
    const frozen = processes.start({ crash: { at: 'handler.running', nth: 1, signal: 'SIGSTOP' } });
    await frozen.ready;
    await processes.emit(5);
    await frozen.reached;
    const other = processes.start();
    await processes.emit(5);
    await drain(processes.database);
    frozen.child.kill('SIGCONT');
    await processes.emit(5);
    await drain(processes.database);
    expect(await Promise.all([frozen.stop(), other.stop()])).toEqual([0, 0]);
    expect(await processes.errors()).toEqual([]);
  });

  it('while a schedule ticks: no slot comes twice and none is missed', async () => {
    const slots = async () => {
      const rows = await processes.database.query<{ n: number }>(`SELECT n FROM effect ORDER BY n`);
      return rows.map(({ n }) => n);
    };
    const inRow = (seen: number[]) => seen.every((slot, index) => slot === seen[0]! + index * EVERY_S);
    const survivor = processes.start({ cron });
    await survivor.ready;
    for (const at of ['handler.running', 'handler.committed'] as const) {
      // The surviving worker may get the tick instead; the other one then gets the next.
      const doomed = processes.start({ cron, crash: { at, nth: 1 } });
      await doomed.exited;
    }
    const before = (await slots()).length;
    let seen: number[] = [];
    await until(
      async () => `two more ticks, each once: ${seen.join()}`,
      async () => {
        seen = await slots();
        return seen.length >= before + 2 && inRow(seen);
      },
    );
    await survivor.stop();
    const all = await slots();
    expect(all).toEqual([...new Set(all)]);
  });

  if (queue === 'Redis') {
    it('and Redis has lost everything: the sweep brings events and schedules back', async () => {
      const worker = processes.start({ crash: { at: 'relay.committed', nth: 1 } });
      await worker.ready;
      await processes.emit(100);
      await worker.exited;
      await redis?.loseData();
      const survivor = processes.start({ cron });
      await drain(processes.database);
      expect(await processes.errors()).toEqual([]);
      await redis?.loseData();
      const ticks = () => processes.database.query(`SELECT FROM effect WHERE handler = 'every-tick'`);
      const before = (await ticks()).length;
      await until('ticks after the loss', async () => (await ticks()).length >= before + 2);
      await survivor.stop();
    });
  }
});
