import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { Database } from '../database/database.js';
import { createLogger } from '../log.js';
import { type LiveEvent, LiveListener, publishLive } from './live.js';

let test: TestDatabase;
let database: Database;
let listener: LiveListener;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect({
    url: test.url,
    entities: [],
    poolSize: 2,
    applicationName: 'test',
    onPoolError: () => undefined,
  });
  listener = new LiveListener(test.url, createLogger('test', 'silent'));
  await listener.start();
});

afterAll(async () => {
  await listener?.stop();
  await database?.close();
  await test?.drop();
});

const next = () =>
  new Promise<LiveEvent>((resolve) => {
    const end = listener.subscribe((event) => {
      end();
      resolve(event);
    });
  });

describe('live events', () => {
  const event: LiveEvent = { topic: 'files', id: '1', projectId: '2', studioId: '3', userIds: ['4'] };

  it('are sent with the commit, and never from a transaction that fails', async () => {
    const first = next();
    await expect(
      database.transaction(async (tx) => {
        tx.live({ topic: 'studio', studioId: null });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await publishLive(database, event);
    expect(await first).toEqual(event);
  });

  it('arrive again after the connection broke, and the break is announced', async () => {
    const reconnected = new Promise<void>((resolve) => {
      const end = listener.onReconnected(() => {
        end();
        resolve();
      });
    });
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lacquer listener live'
       AND datname = current_database()`,
    );
    await reconnected;
    const heard = next();
    await publishLive(database, event);
    expect(await heard).toEqual(event);
  });

  it('reach the other subscribers when one throws', async () => {
    const end = listener.subscribe(() => {
      throw new Error('broken');
    });
    const heard = next();
    await publishLive(database, event);
    expect(await heard).toEqual(event);
    end();
  });
});
