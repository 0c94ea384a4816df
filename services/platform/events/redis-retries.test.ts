import { afterAll, expect, it } from '@jest/globals';
import { startTestRedis } from '../../testing/servers/redis.js';
import type { Config } from '../config.js';
import { createLogger } from '../log.js';
import { AnyQueue, AnyWorker } from './queue-classes.js';
import { QueueConnection } from './queue-connection.js';

const redis = await startTestRedis(10);
afterAll(() => redis?.stop());

(redis ? it : it.skip)('tries at least every two seconds to reach a Redis that was down for long', async () => {
  const connection = new QueueConnection({ queueUrl: redis!.url } as Config, createLogger('test', 'silent'));
  const queue = new AnyQueue('default', { connection: connection.options });
  const worker = new AnyWorker('default', () => Promise.resolve(), { connection: connection.options });
  for (const source of [queue, worker]) {
    connection.reportErrors(source);
    await source.waitUntilReady();
    const client = (await (source.getBackend() as unknown as { client: Promise<unknown> }).client) as {
      options: { retryStrategy(attempt: number): number };
    };
    expect(client.options.retryStrategy(1)).toBeLessThanOrEqual(500);
    expect(client.options.retryStrategy(100)).toBe(2_000);
  }
  await worker.close();
  await queue.close();
  await connection.close();
});
