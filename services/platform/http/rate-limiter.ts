import { Injectable } from '@nestjs/common';
import { clock } from '../clock.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/tx.js';
import { AppError } from '../errors.js';

export interface RateRule {
  /** Seconds. */
  window: number;
  /** Requests allowed in one window. */
  max: number;
}

/** Counts requests in the database, so that every API process sees the same numbers. */
@Injectable()
export class RateLimiter {
  constructor(private readonly database: Database) {}

  /**
   * Counts one request under `key` in one statement, so that parallel requests cannot bypass the limit. A transaction counts
   * with its own connection: whoever waits for a second one while holding the first can end up waiting for itself.
   */
  async consume(
    key: string,
    rule: RateRule,
    database: Pick<Tx, 'query'> = this.database,
  ): Promise<{ allowed: boolean; retryAfter: number | null }> {
    const [row] = await database.query<{ count: number; seconds: number }>(
      `INSERT INTO rate_limits AS l (key, count, resets_at) VALUES ($1, 1, $3::timestamptz + $2 * interval '1 second')
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN l.resets_at <= $3 THEN 1 ELSE l.count + 1 END,
         resets_at = CASE WHEN l.resets_at <= $3 THEN excluded.resets_at ELSE l.resets_at END
       RETURNING count, ceil(extract(epoch FROM resets_at - $3))::int AS seconds`,
      [key, rule.window, clock.now()],
    );
    const allowed = row!.count <= rule.max;
    // The clock of a parallel request may be a little behind the one that began the window.
    return { allowed, retryAfter: allowed ? null : Math.min(rule.window, Math.max(1, row!.seconds)) };
  }

  /** @throws AppError 429 when `key` has used up its window. */
  async enforce(key: string, rule: RateRule, database?: Pick<Tx, 'query'>): Promise<void> {
    const { allowed, retryAfter } = await this.consume(key, rule, database);
    if (!allowed) throw tooManyRequests(retryAfter ?? rule.window);
  }

  async forget(key: string): Promise<void> {
    await this.database.query('DELETE FROM rate_limits WHERE key = $1', [key]);
  }
}

/** Removes the counters whose window is over. */
export async function forgetWindows(tx: Tx): Promise<void> {
  await tx.query('DELETE FROM rate_limits WHERE resets_at < now()');
}

export const tooManyRequests = (retryAfter: number) =>
  new AppError(429, 'too_many_requests', 'Too many attempts. Please wait a moment and try again.', { retryAfter });
