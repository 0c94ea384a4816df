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
        handler(
          'Lost',
          async (n, context) => {
            if (lose) throw new Error('later');
            await events.note(context, `Lost${n}`);
          },
          { backoffMs: 3600_000 },
        ),
      ],
      { sweepMs: 50, lostAfterMs: 100 },
    );
    await events.knock(1);
    await until('its pause', async () => (await events.counts()).delayed === 1);
    const handled = () => events.database.query('SELECT FROM processed_event');
    await until('the other handler', async () => (await handled()).length === 1);
    await until('rest', async () => (await events.counts()).active === 0);
    lose = false;
    await events.database.query(`DELETE FROM bullmq.job`);
    await drain(events.database);
    expect(seen).toEqual(['Done']);
    expect(await events.notes()).toEqual(['Lost1']);
  });

  /** The state after two more sweeps, recognised by what each sweep writes about the worker. */
  async function afterTwoSweeps(): Promise<void> {
    for (let sweeps = 0; sweeps < 2; sweeps++) {
      const seen = async () =>
        (await events.database.query<{ at: Date }>('SELECT max(seen_at) AS at FROM event_handler'))[0]!.at;
      const before = await seen();
      await until('a sweep', async () => (await seen()) > before);
    }
  }

  /** How often an event went back into the outbox. */
  async function watchRestoring(): Promise<() => Promise<number>> {
    await events.database.query(`CREATE TABLE IF NOT EXISTS restored (at timestamptz DEFAULT now());
      TRUNCATE restored;
      CREATE OR REPLACE FUNCTION note_restored() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO restored DEFAULT VALUES; RETURN NEW; END $$;
      CREATE OR REPLACE TRIGGER restored BEFORE UPDATE ON outbox FOR EACH ROW
        WHEN (OLD.relayed_at IS NOT NULL AND NEW.relayed_at IS NULL) EXECUTE FUNCTION note_restored()`);
    return async () => (await events.database.query('SELECT FROM restored')).length;
  }

  it('does not touch what failed for good, until it is retried by hand', async () => {
    const restored = await watchRestoring();
    let broken = true;
    await events.start(
      [
        handler('Poison', async (n, context) => {
          if (broken) throw new PermanentError('never');
          await events.note(context, `Poison${n}`);
        }),
      ],
      { sweepMs: 50, lostAfterMs: 0 },
    );
    await events.knock(1);
    const job = await events.failure();
    await afterTwoSweeps();
    expect(await restored()).toBe(0);
    expect(await events.admin.allFailed()).toEqual([job]);
    broken = false;
    await events.admin.retry('default', job.id);
    await drain(events.database);
    expect(await events.notes()).toEqual(['Poison1']);
    expect(await events.admin.allFailed()).toEqual([]);
  });

  it('still shows a failed job that the queue has lost, and creates it again when it is retried', async () => {
    let broken = true;
    await events.start([
      handler('Poison', async (n, context) => {
        if (broken) throw new PermanentError('never');
        await events.note(context, `Poison${n}`);
      }),
    ]);
    await events.knock(2);
    const job = await events.failure();
    await until('rest', async () => (await events.counts()).active === 0);
    await events.database.query('DELETE FROM bullmq.job');
    expect(await events.admin.allFailed()).toMatchObject([{ id: job.id, handler: 'Poison', failedAt: null }]);
    broken = false;
    await events.admin.retry('default', job.id);
    await drain(events.database);
    expect(await events.notes()).toEqual(['Poison2']);
  });

  it('does not send again what a busy queue still has', async () => {
    const restored = await watchRestoring();
    let open = () => {};
    const busy = new Promise<void>((resolve) => (open = resolve));
    await events.start([handler('Slow', () => busy)], { sweepMs: 50, lostAfterMs: 0 });
    for (let n = 0; n < 12; n++) await events.knock(n);
    await until('a full worker', async () => (await events.counts()).waiting === 4);
    await afterTwoSweeps();
    expect(await restored()).toBe(0);
    open();
    await drain(events.database);
  });

  it('removes finished events after a day, and their records after a month but never before the event', async () => {
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
