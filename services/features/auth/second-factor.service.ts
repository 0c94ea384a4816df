import { Inject, Injectable } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, badRequest, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { recordAudit } from '../audit/audit.writes.js';
import { tellOfChange } from './auth.events.js';
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

/** Codes tried while setting up, by who is signed in already. */
const CONFIRM_RULE = { window: 15 * 60, max: 10 };

export const MAX_WRONG_CODES = 10;

/** How often a mailed link allows codes again. */
const AGAIN_RULE = { window: 86_400, max: 3 };

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
    if (step === null) return this.refuse(userId, 'two-step sign-in switched on: wrong code');
    const codes = newRecoveryCodes();
    const hashes = codes.map((each) => recoveryHash(this.config.secret, each));
    await this.database.transaction(async (tx) => {
      const confirmed = await tx.query(
        `UPDATE second_factors SET confirmed_at = now(), last_step = $2, recovery_hashes = $3
         WHERE user_id = $1 AND confirmed_at IS NULL AND sealed_secret = $4 RETURNING 1`,
        [userId, step, hashes, found.sealedSecret],
      );
      if (confirmed.length === 0) throw conflict('second_factor_on', 'There is nothing to confirm');
      tellOfChange(tx, userId, 'second_factor_on');
      await recordAudit(tx, { action: 'account_changed', subject: 'two-step sign-in switched on', userId });
    });
    return codes;
  }

  /** @throws AppError as `use`, 400 for a wrong code. */
  async switchOff(userId: string, code: string): Promise<void> {
    if (!(await this.use(userId, code))) return this.refuse(userId, 'two-step sign-in switched off: wrong code');
    await this.database.transaction(async (tx) => {
      await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
      tellOfChange(tx, userId, 'second_factor_off');
      await recordAudit(tx, { action: 'account_changed', subject: 'two-step sign-in switched off', userId });
    });
  }

  private async refuse(userId: string, subject: string): Promise<never> {
    await recordAudit(this.database, { action: 'account_changed', subject, userId, outcome: 'refused' });
    throw wrongCode();
  }

  /**
   * Uses up a code of the app or a recovery code; one that was used before is wrong. Only who has passed the first step may
   * ask, so that no stranger can stop somebody else's codes.
   * @throws AppError 403 for a code of the app after ten wrong ones.
   */
  async use(userId: string, code: string): Promise<boolean> {
    const digits = code.replace(/\s/g, '');
    return /^\d{6}$/.test(digits) ? this.useCode(userId, digits) : this.useRecoveryCode(userId, code);
  }

  /** Counted before it is compared, so that parallel guesses cannot slip past. */
  private async useCode(userId: string, digits: string): Promise<boolean> {
    const found = await this.database.manager.findOneBy(SecondFactor, { userId });
    if (!found?.confirmedAt) return false;
    await this.countTry(userId);
    const step = stepOf(unseal(this.config.secret, found.sealedSecret), digits, clock.now());
    if (step === null) return false;
    const used = await this.database.query(
      'UPDATE second_factors SET last_step = $2, wrong_codes = 0 WHERE user_id = $1 AND last_step < $2 RETURNING 1',
      [userId, step],
    );
    return used.length > 0;
  }

  /** Long enough that nobody guesses one, so it is accepted at any time and allows codes of the app again. */
  private async useRecoveryCode(userId: string, code: string): Promise<boolean> {
    const used = await this.database.query(
      `UPDATE second_factors SET wrong_codes = 0, recovery_hashes = array_remove(array_remove(recovery_hashes, $2), $3)
       WHERE user_id = $1 AND confirmed_at IS NOT NULL AND recovery_hashes && ARRAY[$2, $3] RETURNING 1`,
      [userId, recoveryHash(this.config.secret, code), unkeyedRecoveryHash(code)],
    );
    return used.length > 0;
  }

  /** The tenth tells the owner by mail, once until a code is right. */
  private async countTry(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [tried] = await tx.query<{ wrongCodes: number }>(
        `UPDATE second_factors SET wrong_codes = wrong_codes + 1 WHERE user_id = $1 AND wrong_codes < $2
         RETURNING wrong_codes AS "wrongCodes"`,
        [userId, MAX_WRONG_CODES],
      );
      if (!tried) throw codesStopped();
      if (tried.wrongCodes === MAX_WRONG_CODES) {
        tellOfChange(tx, userId, 'codes_stopped');
        await recordAudit(tx, { action: 'account_changed', subject: 'ten wrong codes: codes stopped', userId });
      }
    });
  }

  /** Allows codes of the app again to somebody who has followed a mailed link, which is bounded as well. */
  async allowAgain(userId: string): Promise<void> {
    const { allowed } = await this.limiter.consume(`codes-again:${userId}`, AGAIN_RULE);
    if (!allowed) return;
    await this.database.query('UPDATE second_factors SET wrong_codes = 0 WHERE user_id = $1', [userId]);
  }
}

/** For whoever runs the portal, when phone and recovery codes are lost. False where nobody of that address has it on. */
export async function switchOffCodes(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [ended] = await tx.query<{ userId: string }>(
      `DELETE FROM second_factors WHERE user_id = (SELECT id FROM users WHERE email = $1) AND confirmed_at IS NOT NULL
       RETURNING user_id AS "userId"`,
      [email],
    );
    if (ended) tellOfChange(tx, ended.userId, 'second_factor_off');
    return ended !== undefined;
  });
}

export const wrongCode = () => badRequest('wrong_code', 'This code is not valid. Codes work once; try the next one.');

const codesStopped = () =>
  new AppError(
    403,
    'codes_stopped',
    'Too many wrong codes. Use one of your recovery codes, or have a link to sign in mailed to you: after it, codes work again.',
  );
