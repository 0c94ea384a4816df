import { Injectable } from '@nestjs/common';
import { RateLimiter, type RateRule } from '../../platform/http/rate-limiter.js';

interface SlowRule {
  free: RateRule;
  /** Seconds between attempts once the free ones are used up. */
  pause: number;
}

const WINDOW = 15 * 60;
const ADDRESS: RateRule = { window: 60, max: 20 };
/** Of one address, or of a browser that has signed in before, at one account. */
const PAIR: SlowRule = { free: { window: WINDOW, max: 10 }, pause: 30 };
/** Of all others together at one account. */
const STRANGERS: SlowRule = { free: { window: WINDOW, max: 50 }, pause: 10 };

export interface Attempt {
  address: string;
  /** What is tried: an e-mail address or a person's id. */
  account: string;
  /** The browser that has signed in there before. */
  knownBrowser: string | null;
}

/**
 * Slows guessing down and closes nothing: who guesses waits, and a browser that has signed in to the account before does
 * not wait for strangers. What the address's own limit refuses is counted against no account.
 */
@Injectable()
export class Guessing {
  constructor(private readonly limiter: RateLimiter) {}

  /** Null from `verify` is a failed attempt. @throws AppError 429 instead of verifying while the caller has to wait. */
  async attempt<T>(by: Attempt, verify: () => Promise<T | null>): Promise<T | null> {
    await this.limiter.enforce(`sign-in:${by.address}`, ADDRESS);
    const own = `guess:${by.account}:${by.knownBrowser ?? by.address}`;
    await this.slow(own, PAIR);
    if (!by.knownBrowser) await this.slow(`guess:${by.account}`, STRANGERS);
    const found = await verify();
    if (found !== null) await this.limiter.forget(own);
    return found;
  }

  /** Counted before it is verified, so that parallel attempts cannot slip past. */
  private async slow(key: string, { free, pause }: SlowRule): Promise<void> {
    const { allowed } = await this.limiter.consume(key, free);
    if (!allowed) await this.limiter.enforce(`${key}:pause`, { window: pause, max: 1 });
  }
}
