import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { drain } from '../../testing/events/drain.js';
import { EventHarness, handler } from '../../testing/events/event-harness.js';
import { until } from '../../testing/until.js';
import { PermanentError } from './handler.js';

let events: EventHarness;

beforeAll(async () => {
  events = await EventHarness.open();
});

afterEach(() => events.reset());

afterAll(() => events?.close());

describe('the sweep', () => {
  const aged = (days: number) => [`now() - interval '${days} days'`];

  it('relays again what the queue lost, and only to the handlers that have not had it', async () => {
    const seen: string[] = [];
    let lose = true;
    await events.start(
      [
        handler('Done', async () => void seen.push('Done')),
        handler('Lost', async (n, context) => {
          if (lose) throw new PermanentError('lost');
          await events.note(context, `Lost${n}`);
        }),
      ],
      { sweepMs: 50, lostAfterMs: 100 },
    );
    await events.knock(1);
    await events.failure();
    const handled = () => events.database.query('SELECT FROM processed_event');
    await until('the other handler', async () => (await handled()).length === 1);
    await until('rest', async () => (await events.counts()).active === 0);
    lose = false;
    await events.database.query(`DELETE FROM bullmq.job`);
    await drain(events.database);
    expect(seen).toEqual(['Done']);
    expect(await events.notes()).toEqual(['Lost1']);
  });

  it('removes what is over: events after a day, records of them after a month and never before the event', async () => {
    const ids = {
      fresh: '01900000-0000-7000-8000-000000000001',
      old: '01900000-0000-7000-8000-000000000002',
      stuck: '01900000-0000-7000-8000-000000000003',
    };
    await events.database.query(`INSERT INTO outbox (id, event, payload, relayed_at, handlers) VALUES
      ('${ids.fresh}', 'test.other', '{}', now(), '{A}'),
      ('${ids.old}', 'test.other', '{}', ${aged(2)}, '{A}'),
      ('${ids.stuck}', 'test.other', '{}', ${aged(40)}, '{A,B}')`);
    await events.database.query(`INSERT INTO processed_event (event_id, handler, processed_at) VALUES
      ('${ids.fresh}', 'A', now()), ('${ids.old}', 'A', ${aged(2)}), ('${ids.stuck}', 'A', ${aged(40)}),
      (uuidv7(), 'A', ${aged(40)})`);
    await events.start([handler('A', async () => undefined)], { sweepMs: 50 });
    await until('the clean-up', async () => (await events.database.query('SELECT 1 FROM outbox')).length === 2);
    await until(
      'the second clean-up',
      async () => (await events.database.query('SELECT 1 FROM processed_event')).length === 3,
    );
    const left = await events.database.query<{ id: string }>('SELECT id FROM outbox ORDER BY id');
    expect(left.map(({ id }) => id)).toEqual([ids.fresh, ids.stuck]);
  });
});
