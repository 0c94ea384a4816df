import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { pino } from 'pino';
import { CONNECT_MS, POOL_CONNECT_MS, poolOptions, RETRY_MS } from '../database/client.js';
import { isDatabaseOutage } from '../database/outage.js';
import { PgListener } from './pg-listener.js';

/** Connections get no answer, as from a host that is gone. */
describe('while the database does not answer', () => {
  let server: Server;
  let sockets: Socket[];
  let url: string;

  beforeEach(async () => {
    sockets = [];
    server = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      sockets.push(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance'] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  async function until(isReached: () => boolean): Promise<void> {
    const patience = performance.now() + 20_000;
    while (!isReached()) {
      if (performance.now() > patience) throw new Error(`There were ${sockets.length} attempts`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('a listener gives up an attempt soon and always tries again within a second', async () => {
    const onConnected = () => undefined;
    const logger = pino({ level: 'silent' });
    const listener = new PgListener({ url, channel: 'outbox', onMessage: () => undefined, onConnected, logger });
    void listener.start();
    for (let count = 1; count <= 9; count += 1) {
      await until(() => sockets.length >= count);
      await jest.advanceTimersByTimeAsync(CONNECT_MS);
      // The pause before the next attempt.
      await until(() => jest.getTimerCount() > 0);
      await jest.advanceTimersByTimeAsync(RETRY_MS);
    }
    expect(CONNECT_MS + RETRY_MS).toBeLessThan(5_000);
    await until(() => sockets.length >= 10);
    const stopped = listener.stop();
    await jest.advanceTimersByTimeAsync(CONNECT_MS);
    await stopped;
  });

  it('a pool gives up an attempt a little later, and reports an outage', async () => {
    const pool = new Pool({ connectionString: url, ...poolOptions, max: 1 });
    const refused = pool.connect().catch((error: unknown) => error);
    await until(() => sockets.length >= 1);
    await jest.advanceTimersByTimeAsync(POOL_CONNECT_MS);
    expect(isDatabaseOutage(await refused)).toBe(true);
    await pool.end();
  });
});
