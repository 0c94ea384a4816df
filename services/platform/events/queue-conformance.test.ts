import { expect, it } from '@jest/globals';
import { DeadWorker } from '../../testing/events/dead-worker.js';
import { describeQueues } from '../../testing/events/describe-queues.js';
import { drain } from '../../testing/events/drain.js';
import { type EventHarness, handler, knocked, silent } from '../../testing/events/event-harness.js';
import { until } from '../../testing/until.js';
import { isStorable } from '../text.js';
import { DependencyUnavailableError, PermanentError, type ScheduledHandler } from './handler.js';
import { Relay } from './relay.js';
import { Schedules } from './schedules.js';
import { Sweeper } from './sweeper.js';
import { timing } from './timing.js';

const ONE_AT_ONCE = 1;

await describeQueues('the queue', 11, (harness) => {
  /** Fills the queue while nothing runs. */
  async function fill(
    { database, queues, url }: EventHarness,
    numbers: number[],
    handlers = [handler('A', async () => undefined)],
  ): Promise<void> {
    const parts = { database, queues, logger: silent, timing };
    const nothing = () => undefined;
    const schedules = new Schedules(queues, []);
    await new Sweeper({ ...parts, handlers, schedules, onRestored: nothing }).registerHandlers();
    for (const n of numbers) await database.transaction(async (tx) => tx.emit(knocked, { n }));
    const relay = new Relay({ ...parts, databaseUrl: url, trace: nothing });
    await relay.start();
    await until('the relay', async () => (await database.query(UNRELAYED)).length === 0);
    await relay.stop();
  }

  const UNRELAYED = 'SELECT FROM outbox WHERE relayed_at IS NULL';

  /** A handler that writes down what it runs. */
  const recorder = (order: unknown[], name = 'A', more = {}) =>
    handler(name, async (n) => void order.push(name === 'A' ? n : `${name} ${n}`), more);

  async function dieWith(events: EventHarness, jobs: number, times = 1): Promise<void> {
    const dead = new DeadWorker(events.queueUrl);
    try {
      for (let time = 0; time < times; time++) await dead.dieWith(jobs);
    } finally {
      await dead.close();
    }
  }

  it('runs jobs in the order of the outbox, those of low priority last', async () => {
    const events = harness();
    const order: unknown[] = [];
    const handlers = [recorder(order, 'Later', { lowPriority: true }), recorder(order)];
    await fill(events, [1, 2, 3], handlers);
    await events.start(handlers, {}, undefined, ONE_AT_ONCE);
    await drain(events.database);
    expect(order).toEqual([1, 2, 3, 'Later 1', 'Later 2', 'Later 3']);
  });

  it('keeps the place of jobs that a stopping worker gives back', async () => {
    const events = harness();
    await fill(events, [1, 2, 3, 4, 5]);
    let running = 0;
    const stopped = await events.start(
      [
        handler('A', async (_n, { signal }) => {
          running++;
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
        }),
      ],
      {},
      undefined,
      3,
    );
    await until('three running jobs', () => running === 3);
    await stopped.stop();
    const order: unknown[] = [];
    await events.start([recorder(order)], {}, undefined, ONE_AT_ONCE);
    await drain(events.database);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the place of jobs whose worker died, also of those that have a low priority', async () => {
    const events = harness();
    const order: unknown[] = [];
    const handlers = [recorder(order, 'Later', { lowPriority: true }), recorder(order)];
    await fill(events, [1, 2, 3, 4], handlers);
    // All of normal priority and two others, so that both kinds come back.
    await dieWith(events, 6);
    await dieWith(events, 3);
    await events.start(handlers, {}, undefined, ONE_AT_ONCE);
    await drain(events.database);
    expect(order).toEqual([1, 2, 3, 4, 'Later 1', 'Later 2', 'Later 3', 'Later 4']);
  });

  it.each([
    ['postponed', new DependencyUnavailableError('away')],
    ['that failed once', new Error('not yet')],
  ])('puts a job %s behind those that came before it was due', async (_kind, error) => {
    const events = harness();
    await fill(events, [1, 2, 3]);
    const order: number[] = [];
    await events.start(
      [
        handler('A', async (n) => {
          order.push(n);
          if (order.length === 1) throw error;
          // The pause of the first is over before the second ends.
          const from = Date.now();
          if (order.length === 2) await until('the end of the pause', () => Date.now() > from + 50);
        }),
      ],
      { postponeMs: 1 },
      undefined,
      ONE_AT_ONCE,
    );
    await drain(events.database);
    expect(order).toEqual([1, 2, 3, 1]);
  });

  it('counts jobs by state, and those of a paused queue as waiting', async () => {
    const events = harness();
    const handlers = [
      handler('Later', async () => undefined, { lowPriority: true }),
      handler('A', async () => undefined),
    ];
    await fill(events, [1, 2], handlers);
    const none = { queue: 'default', waiting: 0, active: 0, delayed: 0, failed: 0 };
    expect(await events.counts()).toMatchObject({ ...none, waiting: 4 });
    await events.queues.get('default').pause();
    expect(await events.counts()).toMatchObject({ ...none, waiting: 4 });
    await events.queues.get('default').resume();
    await events.start(handlers);
    await drain(events.database);
    await until('rest', async () => (await events.counts()).active === 0);
    expect(await events.counts()).toEqual({ ...none, oldestS: 0 });
  });

  it('shows the age of the oldest job that waits, paused or not, and of one that waits for its next attempt', async () => {
    const events = harness();
    const queue = events.queues.get('default');
    const add = (ageS: number, n: number) =>
      queue.add(
        'A',
        { eventId: `01900000-0000-7000-8000-00000000000${n}`, event: knocked.name, payload: { n } },
        { timestamp: Date.now() - ageS * 1000, attempts: 3, backoff: 3600_000 },
      );
    const oldestS = async () => (await events.counts()).oldestS;
    await add(600, 1);
    await add(300, 2);
    await add(0, 3);
    expect(await oldestS()).toBeGreaterThanOrEqual(600);
    await queue.pause();
    expect(await oldestS()).toBeGreaterThanOrEqual(600);
    await queue.resume();
    await events.start([
      handler('A', async (n) => {
        if (n === 2) throw new Error('not yet');
      }),
    ]);
    await until('the others', async () => {
      const { waiting, active, delayed } = await events.counts();
      return waiting + active === 0 && delayed === 1;
    });
    for (const age of [await oldestS()]) {
      expect(age).toBeGreaterThanOrEqual(300);
      expect(age).toBeLessThan(600);
    }
  });

  it('runs a job again by hand after it failed because its workers died', async () => {
    const events = harness();
    await fill(events, [1]);
    await dieWith(events, 1, 11);
    const ran: unknown[] = [];
    const handlers = [
      handler('A', async (n, context) => {
        ran.push(n);
        await events.note(context, `ran ${n}`);
      }),
    ];
    await events.start(handlers);
    const job = await events.failure();
    expect(job.error).toBe('11 workers died or froze while they ran this');
    expect(ran).toEqual([]);
    await events.admin.retry('default', job.id);
    await drain(events.database);
    expect(await events.notes()).toEqual(['ran 1']);
  });

  it('dismisses what failed for good, also the run of a schedule, and counts it no more', async () => {
    const events = harness();
    const cannot = async () => {
      throw new PermanentError('cannot');
    };
    const schedule: ScheduledHandler = {
      ...{ kind: 'schedule', name: 'test.every', queue: 'default', attempts: 1, backoffMs: 1 },
      ...{ cron: '* * * * * *', zone: 'UTC', run: cannot },
    };
    const worker = await events.start([handler('A', cannot), schedule]);
    await events.knock(1);
    const kinds = async () => new Set((await events.admin.allFailed()).map(({ handler }) => handler)).size;
    await until('both failures', async () => (await kinds()) === 2);
    await worker.stop();
    for (const { queue, id } of await events.admin.allFailed()) await events.admin.dismiss(queue, id);
    expect(await events.admin.allFailed()).toEqual([]);
    expect((await events.counts()).failed).toBe(0);
    expect(await events.database.query('SELECT failed FROM outbox')).toEqual([{ failed: [] }]);
    const [event] = await events.database.query<{ id: string }>('SELECT id FROM outbox');
    await expect(events.admin.dismiss('default', `${event!.id}-A`)).rejects.toMatchObject({ status: 404 });
  });

  it('keeps the reason of a failure whatever its text is, and notifies the feature once', async () => {
    const events = harness();
    const attempts: number[] = [];
    const told: string[] = [];
    await events.start([
      handler(
        'A',
        async (_n, { attempt }) => {
          attempts.push(attempt);
          throw Object.assign(new Error('550 no\0 such \ud83c box', { cause: new Error('\0') }), {
            name: 'Smtp\0Error',
          });
        },
        {
          exhausted: async (_payload, error, tx) => {
            told.push(error.message);
            await tx.query('INSERT INTO note VALUES ($1)', [error.message]);
          },
        },
      ),
    ]);
    await events.knock();
    const job = await events.failure();
    expect(job.error).toBe('550 no\ufffd such \ufffd box');
    expect(attempts).toEqual([1, 2, 3]);
    expect(told).toEqual([job.error]);
    expect(await events.notes()).toEqual([job.error]);
    const [kept] = await events.queues.get('default').getJobs('failed');
    expect(kept!.stacktrace?.join()).toContain('no\ufffd such');
    expect(kept!.stacktrace?.every(isStorable)).toBe(true);
  });

  it('does not run a handler again that failed for good before its worker died', async () => {
    const events = harness();
    await fill(events, [1]);
    await dieWith(events, 1);
    await events.database.query(`UPDATE outbox SET failed = '{A}'`);
    const ran: string[] = [];
    await events.start([
      handler('A', async () => void ran.push('run'), { exhausted: async () => void ran.push('told') }),
    ]);
    const job = await events.failure();
    expect(ran).toEqual([]);
    await events.admin.retry('default', job.id);
    await drain(events.database);
    expect(ran).toEqual(['run']);
  });
});
