import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { startTestRedis } from '../servers/redis.js';
import { EventHarness } from './event-harness.js';

/**
 * Runs a suite with the queue in PostgreSQL and on Redis (its database `index`), with an empty queue for each test.
 * Without a Redis, its tests are skipped with a message.
 */
export async function describeQueues(
  title: string,
  index: number,
  define: (events: () => EventHarness) => void,
): Promise<void> {
  const redis = await startTestRedis(index);
  for (const [name, on] of [['PostgreSQL', describe] as const, ['Redis', redis ? describe : describe.skip] as const]) {
    on(`${title} on ${name}`, () => {
      let events: EventHarness;
      beforeAll(async () => {
        events = await EventHarness.open(name === 'Redis' ? redis : undefined);
      });
      afterEach(() => events.reset());
      afterAll(() => events?.close());
      define(() => events);
    });
  }
  afterAll(() => redis?.stop());
}
