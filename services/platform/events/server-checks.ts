import type { Database } from '../database/database.js';
import type { Logger } from '../log.js';
import { StartError } from '../start.js';
import type { Queues } from './queues.module.js';

const MAX_CLOCK_SKEW_MS = 2_000;

/**
 * Compares this machine's clock with the database's: locks and delays of the queue use the machine's time.
 * @throws when they differ by more than two seconds.
 */
export async function checkClock(database: Database, now: () => number = Date.now): Promise<void> {
  const before = now();
  const [row] = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const after = now();
  const skew = (row?.at.getTime() ?? NaN) - (before + after) / 2;
  if (!(Math.abs(skew) - (after - before) / 2 <= MAX_CLOCK_SKEW_MS)) {
    throw new StartError(
      `This machine's clock is ${Math.round(Math.abs(skew) / 1000)} s ${skew < 0 ? 'ahead of' : 'behind'} ` +
        `the database's: set both by NTP, then start again.`,
    );
  }
}

/** Warns when the queue's Redis may evict or lose jobs; the sweep would restore them, but late. */
export async function checkRedis(queues: Queues, logger: Logger): Promise<void> {
  const settings = await queues.redisSettings();
  if (!settings) return;
  if (settings.maxmemory_policy !== 'noeviction') logger.warn('Redis should run with maxmemory-policy noeviction');
  if (settings.aof_enabled !== '1') logger.warn('Redis should run with appendonly yes');
}
