import { Injectable } from '@nestjs/common';
import { RateLimiter, type RateRule } from '../../platform/http/rate-limiter.js';

interface SlowRule {
  free: RateRule;
  /** Seconds between attempts once the free ones are used up. */
  pause: number;
}

const WINDOW = 15 * 60;
const ADDRESS: RateRule = { window: 60, max: 20 };
/** Limit per account for one IP address, or for a browser that has signed in before. */
const PAIR: SlowRule = { free: { window: WINDOW, max: 10 }, pause: 30 };
/** Limit per account for all unknown browsers together. */
const STRANGERS: SlowRule = { free: { window: WINDOW, max: 50 }, pause: 10 };

export interface Attempt {
  address: string;
  /** The account being tried: an e-mail address or a user id. */
  account: string;
  /** Identifies a browser that has signed in to this account before. */
  knownBrowser: string | null;
}

/**
 * Slows down guessing without locking accounts: guessers have to wait, but a browser that has signed in to the account
 * before does not wait because of others. Attempts refused by the limit per IP address do not count against the
 * account.
 */
@Injectable()
export class GuessLimiter {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * `verify` returns null for a failed attempt.
   * @throws AppError 429 instead of verifying while the caller has to wait.
   */
  async attempt<T>(by: Attempt, verify: () => Promise<T | null>): Promise<T | null> {
    await this.limiter.enforce(`sign-in:${by.address}`, ADDRESS);
    const own = `guess:${by.account}:${by.knownBrowser ?? by.address}`;
    await this.slow(own, PAIR);
    if (!by.knownBrowser) await this.slow(`guess:${by.account}`, STRANGERS);
    const found = await verify();
    if (found !== null) await this.limiter.forget(own);
    return found;
  }

  /** Counts the attempt before verifying it, so that parallel attempts cannot bypass the limit. */
  private async slow(key: string, { free, pause }: SlowRule): Promise<void> {
    const { allowed } = await this.limiter.consume(key, free);
    if (!allowed) await this.limiter.enforce(`${key}:pause`, { window: pause, max: 1 });
  }
}
