import { Inject, Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { badRequest, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import {
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  seal,
  setUpUri,
  stepOf,
  unkeyedRecoveryHash,
  unseal,
} from './one-time-codes.js';
import { SecondFactor } from './second-factor.entity.js';
import type { NewSecondFactor } from './second-factor.schema.js';

/** Codes tried while setting up or switching off, by who is signed in already. */
const CONFIRM_RULE = { window: 15 * 60, max: 10 };

/** Codes of an authenticator app beside the other ways to sign in, for who wants that. */
@Injectable()
export class SecondFactorService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  async isOn(userId: string): Promise<boolean> {
    const [found] = await this.database.query(
      'SELECT 1 FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL',
      [userId],
    );
    return found !== undefined;
  }

  /** A new secret, which asks for nothing until it is confirmed. @throws AppError 409 while one is on. */
  async begin({ userId, email }: Actor): Promise<NewSecondFactor> {
    const secret = newSecret();
    const begun = await this.database.query(
      `INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE f.confirmed_at IS NULL RETURNING 1`,
      [userId, seal(this.config.secret, secret)],
    );
    if (begun.length === 0) throw conflict('second_factor_on', 'Two-step sign-in is on already');
    return { secret, uri: setUpUri(secret, this.config.brand, email) };
  }

  /** Switches it on and answers the recovery codes, which are shown this once. @throws AppError 400 for a wrong code. */
  async confirm({ userId }: Actor, code: string): Promise<string[]> {
    await this.limiter.enforce(`second-factor:${userId}`, CONFIRM_RULE);
    const found = await this.database.manager.findOneBy(SecondFactor, { userId });
    if (!found || found.confirmedAt) throw conflict('second_factor_on', 'There is nothing to confirm');
    const step = stepOf(unseal(this.config.secret, found.sealedSecret), code, clock.now());
    if (step === null) throw wrongCode();
    const codes = newRecoveryCodes();
    const confirmed = await this.database.query(
      `UPDATE second_factors SET confirmed_at = now(), last_step = $2, recovery_hashes = $3
       WHERE user_id = $1 AND confirmed_at IS NULL AND sealed_secret = $4 RETURNING 1`,
      [userId, step, codes.map((each) => recoveryHash(this.config.secret, each)), found.sealedSecret],
    );
    if (confirmed.length === 0) throw conflict('second_factor_on', 'There is nothing to confirm');
    return codes;
  }

  /** @throws AppError 400 for a wrong code, 429 after too many. */
  async switchOff(userId: string, code: string): Promise<void> {
    await this.limiter.enforce(`second-factor:${userId}`, CONFIRM_RULE);
    if (!(await this.use(userId, code))) throw wrongCode();
    await this.database.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  }

  /** Uses up a code of the app or a recovery code; one that was used before is wrong. */
  async use(userId: string, code: string): Promise<boolean> {
    const found = await this.database.manager.findOneBy(SecondFactor, { userId });
    if (!found?.confirmedAt) return false;
    const digits = code.replace(/\s/g, '');
    if (/^\d{6}$/.test(digits)) {
      const step = stepOf(unseal(this.config.secret, found.sealedSecret), digits, clock.now());
      if (step === null) return false;
      const used = await this.database.query(
        'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING 1',
        [userId, step],
      );
      return used.length > 0;
    }
    const used = await this.database.query(
      `UPDATE second_factors SET recovery_hashes = array_remove(array_remove(recovery_hashes, $2), $3)
       WHERE user_id = $1 AND recovery_hashes && ARRAY[$2, $3] RETURNING 1`,
      [userId, recoveryHash(this.config.secret, code), unkeyedRecoveryHash(code)],
    );
    return used.length > 0;
  }
}

/** For whoever runs the portal, when phone and recovery codes are lost. False where nobody of that address has it on. */
export async function switchOffCodes(database: Pick<Database, 'query'>, email: string): Promise<boolean> {
  const ended = await database.query(
    'DELETE FROM second_factors WHERE user_id = (SELECT id FROM users WHERE email = $1) AND confirmed_at IS NOT NULL RETURNING 1',
    [email],
  );
  return ended.length > 0;
}

export const wrongCode = () => badRequest('wrong_code', 'This code is not valid. Codes work once; try the next one.');
