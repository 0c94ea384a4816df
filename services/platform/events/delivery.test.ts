import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { drain } from '../../testing/drain.js';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.js';
import { until } from '../../testing/until.js';
import { Database } from '../database/database.js';
import { createLogger } from '../log.js';
import { defineEvent } from './define-event.js';
import { EventWorker } from './event-worker.js';
import { PermanentError, type EventHandler, type Handler, type HandlerContext } from './handler.js';
import { QueueAdmin } from './queue-admin.js';
import { QueueBackend } from './queue-backend.js';
import { timing as defaultTiming, type Timing } from './timing.js';

const knocked = defineEvent('test.knocked', z.object({ n: z.int() }));
const logger = createLogger('test', 'silent');

let test: TestDatabase;
let database: Database;
let admin: QueueAdmin;
const workers: EventWorker[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect({
    url: test.url,
    entities: [],
    poolSize: 20,
    applicationName: 'test',
    onPoolError: () => undefined,
  });
  admin = new QueueAdmin(database, test.url, logger);
  await database.query('CREATE TABLE note (text text)');
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.query('TRUNCATE outbox, processed_event, event_handler, note, bullmq.job CASCADE');
});

afterAll(async () => {
  await admin?.close();
  await database?.close();
  await test?.drop();
});

type Run = (n: number, context: HandlerContext) => Promise<void>;

function handler(name: string, run: Run, more: Partial<EventHandler> = {}): EventHandler {
  return {
    kind: 'event',
    name,
    event: knocked,
    queue: 'default',
    attempts: 3,
    backoffMs: 10,
    run: (payload, context) => run(knocked.schema.parse(payload).n, context),
    ...more,
  };
}

async function start(handlers: Handler[], timing: Partial<Timing> = {}): Promise<EventWorker> {
  const worker = await EventWorker.start({
    database,
    databaseUrl: test.url,
    queueUrl: test.url,
    handlers,
    concurrency: { default: 8, probe: 2, analysis: 2, mail: 2 },
    logger,
    timing: { ...defaultTiming, stalledMs: 200, postponeMs: 50, ...timing },
  });
  workers.push(worker);
  return worker;
}

const knock = (n = 1) => database.transaction(async (tx) => tx.emit(knocked, { n }));
const note = async (context: HandlerContext, text: string) =>
  void (await context.commit((tx) => tx.query('INSERT INTO note VALUES ($1)', [text])));
const notes = async () =>
  (await database.query<{ text: string }>('SELECT text FROM note ORDER BY text')).map(({ text }) => text);
const failed = () => admin.failed('default', 0, 10);

describe('an event', () => {
  it('reaches each of its handlers once, whichever queue they are on', async () => {
    await start([
      handler('A', (n, context) => note(context, `A${n}`)),
      handler('B', (n, context) => note(context, `B${n}`), { queue: 'mail' }),
    ]);
    await Promise.all([knock(1), knock(2)]);
    await drain(database);
    expect(await notes()).toEqual(['A1', 'A2', 'B1', 'B2']);
  });

  it('reaches them once with several relays and workers', async () => {
    const handlers = [handler('A', (n, context) => note(context, `${n}`))];
    await start(handlers);
    await start(handlers);
    await database.transaction(async (tx) => {
      for (let n = 1000; n < 1700; n++) tx.emit(knocked, { n });
    });
    await drain(database);
    expect(await notes()).toEqual(Array.from({ length: 700 }, (_, index) => `${1000 + index}`));
  });

  it('counts as handled when the handler wrote nothing', async () => {
    const seen: number[] = [];
    await start([handler('A', async (n) => void seen.push(n))]);
    await knock(7);
    await drain(database);
    expect(seen).toEqual([7]);
  });

  it('waits in the outbox until a worker knows a handler for its kind', async () => {
    await knock(5);
    await start([handler('A', (n, context) => note(context, `A${n}`))]);
    await drain(database);
    expect(await notes()).toEqual(['A5']);
  });
});

describe('a delivery that comes twice', () => {
  it('writes once, also when both run at the same time', async () => {
    const inside: (() => void)[] = [];
    let ended = 0;
    await start([
      handler('A', async (n, context) => {
        await new Promise<void>((resolve) => inside.push(resolve));
        await note(context, `A${n}`).finally(() => ended++);
      }),
    ]);
    await knock(1);
    await until('the first delivery', () => inside.length === 1);
    const [event] = await database.query<{ id: string }>('SELECT id FROM outbox');
    const backend = new QueueBackend(test.url, logger);
    await backend.queue('default').add('A', { eventId: event?.id, event: knocked.name, payload: { n: 1 } });
    await until('the second delivery', () => inside.length === 2);
    inside.forEach((go) => go());
    await until('the end of both', async () => ended === 2 && (await admin.counts())[0]?.active === 0);
    await backend.close();
    expect(await notes()).toEqual(['A1']);
    expect(await failed()).toEqual([]);
  });

  it('does not start a handler that is done', async () => {
    const seen: number[] = [];
    await start([handler('A', async (n) => void seen.push(n))]);
    await knock(1);
    await drain(database);
    await database.query(`DELETE FROM bullmq.job`);
    await database.query('UPDATE outbox SET relayed_at = NULL');
    await knock(2);
    await drain(database);
    expect(seen).toEqual([1, 2]);
  });
});

describe('a handler that throws', () => {
  it('is tried again, and what it wrote is rolled back', async () => {
    const attempts: number[] = [];
    await start([
      handler('A', async (n, context) => {
        attempts.push(context.attempt);
        await context.commit(async (tx) => {
          await tx.query('INSERT INTO note VALUES ($1)', [`attempt ${context.attempt}`]);
          if (context.attempt < 3) throw new Error('not yet');
        });
      }),
    ]);
    await knock();
    await drain(database);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await notes()).toEqual(['attempt 3']);
  });

  it('for good: says so once, stays visible, harms no other, and can be retried by hand', async () => {
    let broken = true;
    await start([
      handler(
        'Poison',
        async (n, context) => {
          if (broken && n === 1) throw new Error('cannot');
          await note(context, `done ${n}`);
        },
        {
          exhausted: async (payload, error, tx) =>
            void (await tx.query('INSERT INTO note VALUES ($1)', [`gave up: ${error.message} ${JSON.stringify(payload)}`])),
        },
      ),
    ]);
    await knock(1);
    await knock(2);
    await until('the failed job', async () => (await failed()).length === 1);
    expect(await notes()).toEqual(['done 2', 'gave up: cannot {"n":1}']);
    const [job] = await failed();
    expect(job).toMatchObject({ handler: 'Poison', event: 'test.knocked', payload: { n: 1 }, error: 'cannot', attempts: 3 });
    expect(await admin.counts()).toContainEqual({ queue: 'default', waiting: 0, active: 0, delayed: 0, failed: 1 });
    broken = false;
    await admin.retry('default', job?.id ?? '');
    await drain(database);
    expect(await notes()).toContain('done 1');
    await expect(admin.retry('default', job?.id ?? '')).rejects.toMatchObject({ status: 404 });
  });

  it('a PermanentError is not tried again', async () => {
    let attempts = 0;
    await start([
      handler('A', async () => {
        attempts++;
        throw new PermanentError('never');
      }),
    ]);
    await knock();
    await until('the failed job', async () => (await failed()).length === 1);
    expect(attempts).toBe(1);
  });

  it('because it commits twice fails visibly, with the first writes kept', async () => {
    await start([
      handler('A', async (n, context) => {
        await note(context, `once ${n}`);
        await note(context, `twice ${n}`);
      }),
    ]);
    await knock();
    await until('the failed job', async () => (await failed()).length === 1);
    expect((await failed())[0]?.error).toContain('A commits twice');
    expect(await notes()).toEqual(['once 1']);
  });
});

describe('a job', () => {
  it('that worker after worker died with fails visibly, and the feature is told', async () => {
    const backend = new QueueBackend(test.url, logger);
    const data = { eventId: '01900000-0000-7000-8000-000000000009', event: knocked.name, payload: { n: 1 } };
    await backend.queue('analysis').add('Deadly', data, { attempts: 3 });
    await backend.close();
    await database.query('UPDATE bullmq.job SET stalled_count = 4');
    const deadly = handler('Deadly', (n, context) => note(context, `ran ${n}`), {
      queue: 'analysis',
      exhausted: async (_payload, error, tx) => void (await tx.query('INSERT INTO note VALUES ($1)', [error.message])),
    });
    await start([deadly]);
    await until('the failed job', async () => (await admin.failed('analysis', 0, 10)).length === 1);
    expect(await notes()).toEqual(['4 workers died or froze while they ran this']);
  });

  it('with a payload of another shape fails without running', async () => {
    await start([handler('A', (n, context) => note(context, `A${n}`))]);
    await database.query(`INSERT INTO outbox (event, payload) VALUES ('test.knocked', '{"n": "one"}')`);
    await knock(2);
    await until('the failed job', async () => (await failed()).length === 1);
    expect((await failed())[0]?.error).toContain('The payload is not that of test.knocked');
  });

  it('for a handler of a newer worker waits until one comes', async () => {
    await database.query(`INSERT INTO event_handler (event, handler, queue, attempts, backoff_ms)
      VALUES ('test.knocked', 'Newer', 'default', 3, 10)`);
    const older = await start([handler('A', (n, context) => note(context, `A${n}`))]);
    await knock(1);
    await until('the older worker', async () => (await notes()).length === 1);
    await until('the postponed job', async () => (await admin.counts())[0]?.delayed === 1);
    await older.stop();
    await start([handler('A', async () => undefined), handler('Newer', (n, context) => note(context, `Newer${n}`))]);
    await drain(database);
    expect(await notes()).toEqual(['A1', 'Newer1']);
  });

  it('for a handler that nobody knows fails visibly in the end', async () => {
    await database.query(`INSERT INTO event_handler (event, handler, queue, attempts, backoff_ms)
      VALUES ('test.knocked', 'Gone', 'default', 3, 10)`);
    await start([handler('A', async () => undefined)], { postponeLimitMs: 100 });
    await knock(1);
    await until('the failed job', async () => (await failed()).length === 1);
    expect((await failed())[0]).toMatchObject({ handler: 'Gone', error: 'No worker knows the handler Gone' });
  });

  it('is given back when the worker stops, without costing an attempt', async () => {
    const attempts: number[] = [];
    let inside: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (inside = resolve));
    const long = handler('Long', async (n, context) => {
      attempts.push(context.attempt);
      if (attempts.length > 1) return note(context, `Long${n}`);
      inside?.();
      await new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    });
    const first = await start([long]);
    await knock(1);
    await started;
    await first.stop();
    await start([long]);
    await drain(database);
    expect(attempts).toEqual([1, 1]);
    expect(await notes()).toEqual(['Long1']);
  });
});

describe('the sweep', () => {
  const aged = (days: number) => [`now() - interval '${days} days'`];

  it('relays again what the queue lost, and only to the handlers that have not had it', async () => {
    const seen: string[] = [];
    let lose = true;
    await start(
      [
        handler('Done', async () => void seen.push('Done')),
        handler('Lost', async (n, context) => {
          if (lose) throw new PermanentError('lost');
          await note(context, `Lost${n}`);
        }),
      ],
      { sweepMs: 50, lostAfterMs: 100 },
    );
    await knock(1);
    await until('the loss', async () => (await failed()).length === 1);
    lose = false;
    await database.query(`DELETE FROM bullmq.job`);
    await drain(database);
    expect(seen).toEqual(['Done']);
    expect(await notes()).toEqual(['Lost1']);
  });

  it('removes what is over: events after a day, records of them after a month and never before the event', async () => {
    const ids = {
      fresh: '01900000-0000-7000-8000-000000000001',
      old: '01900000-0000-7000-8000-000000000002',
      stuck: '01900000-0000-7000-8000-000000000003',
    };
    await database.query(`INSERT INTO outbox (id, event, payload, relayed_at, handlers) VALUES
      ('${ids.fresh}', 'test.other', '{}', now(), '{A}'),
      ('${ids.old}', 'test.other', '{}', ${aged(2)}, '{A}'),
      ('${ids.stuck}', 'test.other', '{}', ${aged(40)}, '{A,B}')`);
    await database.query(`INSERT INTO processed_event (event_id, handler, processed_at) VALUES
      ('${ids.fresh}', 'A', now()), ('${ids.old}', 'A', ${aged(2)}), ('${ids.stuck}', 'A', ${aged(40)}),
      (uuidv7(), 'A', ${aged(40)})`);
    await start([handler('A', async () => undefined)], { sweepMs: 50 });
    await until('the clean-up', async () => (await database.query('SELECT 1 FROM outbox')).length === 2);
    await until('the second clean-up', async () => (await database.query('SELECT 1 FROM processed_event')).length === 3);
    const left = await database.query<{ id: string }>('SELECT id FROM outbox ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([ids.fresh, ids.stuck]);
  });
});

describe('a worker', () => {
  it('does not start with two handlers of one name, or an event without one', async () => {
    await expect(start([handler('A', async () => undefined), handler('A', async () => undefined)])).rejects.toThrow(
      'The handler A exists twice',
    );
    await expect(start([])).rejects.toThrow('No handler for the event test.knocked');
  });
});
