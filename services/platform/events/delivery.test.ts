import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { EventHarness, handler, knocked } from '../../testing/events/event-harness.js';
import { until } from '../../testing/until.js';
import { PermanentError } from './handler.js';

let events: EventHarness;

beforeAll(async () => {
  events = await EventHarness.open();
});

afterEach(() => events.reset());

afterAll(() => events?.close());

describe('an event', () => {
  it('reaches each of its handlers once, whatever their queue', async () => {
    await events.start([
      handler('A', (n, context) => events.note(context, `A${n}`)),
      handler('B', (n, context) => events.note(context, `B${n}`), { queue: 'mail' }),
    ]);
    await Promise.all([events.knock(1), events.knock(2)]);
    await drain(events.database);
    expect(await events.notes()).toEqual(['A1', 'A2', 'B1', 'B2']);
  });

  it('reaches them once with several relays and workers', async () => {
    const handlers = [handler('A', (n, context) => events.note(context, `${n}`))];
    await events.start(handlers);
    await events.start(handlers);
    await events.database.transaction(async (tx) => {
      for (let n = 1000; n < 1700; n++) tx.emit(knocked, { n });
    });
    await drain(events.database);
    expect(await events.notes()).toEqual(Array.from({ length: 700 }, (_, index) => `${1000 + index}`));
  });

  it('counts as handled when the handler wrote nothing', async () => {
    const seen: number[] = [];
    await events.start([handler('A', async (n) => void seen.push(n))]);
    await events.knock(7);
    await drain(events.database);
    expect(seen).toEqual([7]);
  });

  it('reaches a low-priority handler when the others of its queue are done', async () => {
    const gates: (() => void)[] = [];
    const order: string[] = [];
    const later = async (n: number) => void order.push(`later ${n}`);
    const sooner = async (n: number) => {
      if (n < 3) await new Promise<void>((open) => gates.push(open));
      order.push(`sooner ${n}`);
    };
    await events.start([
      handler('Later', later, { queue: 'mail', lowPriority: true }),
      handler('Sooner', sooner, { queue: 'mail' }),
    ]);
    await Promise.all([events.knock(1), events.knock(2)]);
    await until('both of the queue to be busy', () => gates.length === 2);
    for (const n of [3, 4, 5]) await events.knock(n);
    const unrelayed = () => events.database.query('SELECT FROM outbox WHERE relayed_at IS NULL');
    await until('the rest to wait', async () => (await unrelayed()).length === 0);
    gates[0]!();
    await until('all but what is held', () => order.length === 9);
    gates[1]!();
    await drain(events.database);
    // The first two may have started while the queue had nothing else.
    const queued = order.filter((run) => /[345]$/.test(run));
    expect(queued.slice(0, 3)).toEqual(['sooner 3', 'sooner 4', 'sooner 5']);
  });

  it('waits in the outbox until a worker has a handler for its kind', async () => {
    await events.knock(5);
    await events.start([handler('A', (n, context) => events.note(context, `A${n}`))]);
    await drain(events.database);
    expect(await events.notes()).toEqual(['A5']);
  });
});

describe('a delivery that comes twice', () => {
  it('writes once, also when both run at the same time', async () => {
    const inside: (() => void)[] = [];
    let ended = 0;
    await events.start([
      handler('A', async (n, context) => {
        await new Promise<void>((resolve) => inside.push(resolve));
        await events.note(context, `A${n}`).finally(() => ended++);
      }),
    ]);
    await events.knock(1);
    await until('the first delivery', () => inside.length === 1);
    const [event] = await events.database.query<{ id: string }>('SELECT id FROM outbox');
    await events.queues.get('default').add('A', { eventId: event?.id, event: knocked.name, payload: { n: 1 } });
    await until('the second delivery', () => inside.length === 2);
    inside.forEach((go) => go());
    await until('the end of both', async () => ended === 2 && (await events.counts()).active === 0);
    expect(await events.notes()).toEqual(['A1']);
    expect(await events.admin.failed('default', 0, 1)).toEqual([]);
  });

  it('is done, and has not failed, when the second delivery conflicts with the writes of the first', async () => {
    const inside: (() => void)[] = [];
    let tripped = 0;
    await events.start([
      handler(
        'A',
        async (_n, context) => {
          await new Promise<void>((resolve) => inside.push(resolve));
          await context.commit(async (tx) => {
            if ((await tx.query('SELECT 1 FROM note')).length > 0) {
              tripped++;
              throw new Error('somebody was here');
            }
            await tx.query(`INSERT INTO note VALUES ('first')`);
          });
        },
        { attempts: 1 },
      ),
    ]);
    await events.knock(1);
    await until('the first delivery', () => inside.length === 1);
    const [event] = await events.database.query<{ id: string }>('SELECT id FROM outbox');
    await events.queues.get('default').add('A', { eventId: event?.id, event: knocked.name, payload: { n: 1 } });
    await until('the second delivery', () => inside.length === 2);
    inside[0]!();
    await until('what the first writes', async () => (await events.notes()).length === 1);
    inside[1]!();
    await until('the end of both', async () => tripped === 1 && (await events.counts()).active === 0);
    expect(await events.notes()).toEqual(['first']);
    expect(await events.admin.failed('default', 0, 1)).toEqual([]);
  });

  it('does not start a handler that is done', async () => {
    const seen: number[] = [];
    await events.start([handler('A', async (n) => void seen.push(n))]);
    await events.knock(1);
    await drain(events.database);
    await events.database.query(`DELETE FROM bullmq.job`);
    await events.database.query('UPDATE outbox SET relayed_at = NULL');
    await events.knock(2);
    await drain(events.database);
    expect(seen).toEqual([1, 2]);
  });
});

describe('a handler that throws', () => {
  it('is tried again, and what it wrote is rolled back', async () => {
    const attempts: number[] = [];
    await events.start([
      handler('A', async (n, context) => {
        attempts.push(context.attempt);
        await context.commit(async (tx) => {
          await tx.query('INSERT INTO note VALUES ($1)', [`attempt ${context.attempt}`]);
          if (context.attempt < 3) throw new Error('not yet');
        });
      }),
    ]);
    await events.knock();
    await drain(events.database);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await events.notes()).toEqual(['attempt 3']);
  });

  it('for good: is logged once, stays visible, does not disturb others, and can be retried by hand', async () => {
    let broken = true;
    await events.start([
      handler(
        'Poison',
        async (n, context) => {
          if (broken && n === 1) throw new Error('cannot');
          await events.note(context, `done ${n}`);
        },
        {
          exhausted: async (payload, error, tx) =>
            void (await tx.query('INSERT INTO note VALUES ($1)', [
              `gave up: ${error.message} ${JSON.stringify(payload)}`,
            ])),
        },
      ),
    ]);
    await events.knock(1);
    await events.knock(2);
    const job = await events.failure();
    expect(job).toMatchObject({
      handler: 'Poison',
      event: 'test.knocked',
      payload: { n: 1 },
      error: 'cannot',
      attempts: 3,
    });
    await until('the other', async () => (await events.notes()).length === 2);
    await until('rest', async () => (await events.counts()).active === 0);
    expect(await events.notes()).toEqual(['done 2', 'gave up: cannot {"n":1}']);
    expect(await events.counts()).toEqual({
      queue: 'default',
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 1,
      oldestS: 0,
    });
    broken = false;
    await events.admin.retry('default', job.id);
    await drain(events.database);
    expect(await events.notes()).toContain('done 1');
    await expect(events.admin.retry('default', job.id)).rejects.toMatchObject({ status: 404 });
  });

  it('a PermanentError is not tried again', async () => {
    let attempts = 0;
    await events.start([
      handler('A', async () => {
        attempts++;
        throw new PermanentError('never');
      }),
    ]);
    await events.knock();
    await events.failure();
    expect(attempts).toBe(1);
  });

  it('because it commits twice fails visibly, with the first writes kept', async () => {
    await events.start([
      handler('A', async (n, context) => {
        await events.note(context, `once ${n}`);
        await events.note(context, `twice ${n}`);
      }),
    ]);
    await events.knock();
    const job = await events.failure();
    expect(job.error).toContain('A commits twice');
    expect(await events.notes()).toEqual(['once 1']);
  });
});

describe('a job', () => {
  it('that killed one worker after another fails visibly, and the feature is notified', async () => {
    const data = { eventId: '01900000-0000-7000-8000-000000000009', event: knocked.name, payload: { n: 1 } };
    await events.queues.get('analysis').add('Deadly', data, { attempts: 3 });
    await events.database.query('UPDATE bullmq.job SET stalled_count = 11');
    const deadly = handler('Deadly', (n, context) => events.note(context, `ran ${n}`), {
      queue: 'analysis',
      exhausted: async (_payload, error, tx) => void (await tx.query('INSERT INTO note VALUES ($1)', [error.message])),
    });
    await events.start([deadly]);
    await until('the failed job', async () => (await events.admin.failed('analysis', 0, 10)).length === 1);
    expect(await events.notes()).toEqual(['11 workers died or froze while they ran this']);
  });

  it('with a payload of another shape fails without running', async () => {
    await events.start([handler('A', (n, context) => events.note(context, `A${n}`))]);
    await events.database.query(`INSERT INTO outbox (event, payload) VALUES ('test.knocked', '{"n": "one"}')`);
    await events.knock(2);
    const job = await events.failure();
    expect(job.error).toContain('The payload is not that of test.knocked');
  });

  it('for a handler of a newer worker waits until one starts', async () => {
    await events.database.query(`INSERT INTO event_handler (event, handler, queue, attempts, backoff_ms)
      VALUES ('test.knocked', 'Newer', 'default', 3, 10)`);
    const older = await events.start([handler('A', (n, context) => events.note(context, `A${n}`))]);
    await events.knock(1);
    await until('the older worker', async () => (await events.notes()).length === 1);
    await until('the postponed job', async () => (await events.counts()).delayed === 1);
    await older.stop();
    await events.start([
      handler('A', async () => undefined),
      handler('Newer', (n, context) => events.note(context, `Newer${n}`)),
    ]);
    await drain(events.database);
    expect(await events.notes()).toEqual(['A1', 'Newer1']);
  });

  it('for an unknown handler fails visibly in the end', async () => {
    await events.database.query(`INSERT INTO event_handler (event, handler, queue, attempts, backoff_ms)
      VALUES ('test.knocked', 'Gone', 'default', 3, 10)`);
    await events.start([handler('A', async () => undefined)], { postponeLimitMs: 100 });
    await events.knock(1);
    const job = await events.failure();
    expect(job).toMatchObject({ handler: 'Gone', error: 'No worker knows the handler Gone' });
  });

  it('is given back when the worker stops, without costing an attempt', async () => {
    const attempts: number[] = [];
    let inside: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (inside = resolve));
    const long = handler('Long', async (n, context) => {
      attempts.push(context.attempt);
      if (attempts.length > 1) return events.note(context, `Long${n}`);
      inside?.();
      await new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    });
    const first = await events.start([long]);
    await events.knock(1);
    await started;
    await first.stop();
    await events.start([long]);
    await drain(events.database);
    expect(attempts).toEqual([1, 1]);
    expect(await events.notes()).toEqual(['Long1']);
  });
});

describe('a worker', () => {
  it('does not start with two handlers of one name, or an event without one', async () => {
    await expect(
      events.start([handler('A', async () => undefined), handler('A', async () => undefined)]),
    ).rejects.toThrow('The handler A exists twice');
    await expect(events.start([])).rejects.toThrow('No handler for the event test.knocked');
  });
});
