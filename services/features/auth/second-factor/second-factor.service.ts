import { Inject, Injectable } from '@nestjs/common';
import { clock } from '../../../platform/clock.js';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, badRequest, conflict } from '../../../platform/errors.js';
import type { Actor } from '../../../platform/http/actor.js';
import { RateLimiter } from '../../../platform/http/rate-limiter.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { notifySecurityChange } from '../auth.events.js';
import { assertAccess } from '../auth.writes.js';
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

/** Limit for codes during set-up by a signed-in user. */
const CONFIRM_RULE = { window: 15 * 60, max: 10 };

export const MAX_WRONG_CODES = 10;

/** Limit for re-enabling codes by following a mailed link. */
const AGAIN_RULE = { window: 86_400, max: 3 };

/** Two-step sign-in with an authenticator app, which users can enable. */
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

  /** Creates a secret that has no effect until it is confirmed. @throws AppError 409 while two-step sign-in is on. */
  async begin({ userId, email }: Actor): Promise<NewSecondFactor> {
    const secret = newSecret();
    const begun = await this.database.query(
      `INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE f.confirmed_at IS NULL RETURNING 1`,
      [userId, seal(this.config.secret, secret)],
    );
    if (begun.length === 0) throw conflict('second_factor_on', 'Two-step sign-in is already on');
    return { secret, uri: setUpUri(secret, this.config.brand, email) };
  }

  /**
   * Switches two-step sign-in on and returns the recovery codes, which are only shown once.
   * @throws AppError 400 for a wrong code, 401 if the session has ended meanwhile.
   */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { userId } = actor;
    await this.limiter.enforce(`second-factor:${userId}`, CONFIRM_RULE);
    const found = await this.database.manager.findOneBy(SecondFactor, { userId });
    if (!found || found.confirmedAt) throw conflict('second_factor_on', 'There is nothing to confirm');
    const step = stepOf(unseal(this.config.secret, found.sealedSecret), code, clock.now());
    if (step === null) return this.refuse(userId, 'two-step sign-in switched on: wrong code');
    const codes = newRecoveryCodes();
    const hashes = codes.map((each) => recoveryHash(this.config.secret, each));
    await this.database.transaction(async (tx) => {
      await assertAccess(tx, actor);
      const confirmed = await tx.query(
        `UPDATE second_factors SET confirmed_at = now(), last_step = $2, recovery_hashes = $3
         WHERE user_id = $1 AND confirmed_at IS NULL AND sealed_secret = $4 RETURNING 1`,
        [userId, step, hashes, found.sealedSecret],
      );
      if (confirmed.length === 0) throw conflict('second_factor_on', 'There is nothing to confirm');
      notifySecurityChange(tx, userId, 'second_factor_on');
      await recordAudit(tx, { action: 'account_changed', subject: 'two-step sign-in switched on', userId });
    });
    return codes;
  }

  /** @throws AppError as `use`, 400 for a wrong code, 401 if the session has ended meanwhile. */
  async switchOff(actor: Actor, code: string): Promise<void> {
    const { userId } = actor;
    if (!(await this.use(userId, code))) return this.refuse(userId, 'two-step sign-in switched off: wrong code');
    await this.database.transaction(async (tx) => {
      await assertAccess(tx, actor);
      await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
      notifySecurityChange(tx, userId, 'second_factor_off');
      await recordAudit(tx, { action: 'account_changed', subject: 'two-step sign-in switched off', userId });
    });
  }

  private async refuse(userId: string, subject: string): Promise<never> {
    await recordAudit(this.database, { action: 'account_changed', subject, userId, outcome: 'refused' });
    throw wrongCode();
  }

  /**
   * Uses an app code or a recovery code; a used code counts as wrong. Only called after the first step of the sign-in,
   * so that no stranger can block a user's codes.
   * @throws AppError 403 for an app code after ten wrong ones.
   */
  async use(userId: string, code: string): Promise<boolean> {
    const digits = code.replace(/\s/g, '');
    return /^\d{6}$/.test(digits) ? this.useCode(userId, digits) : this.useRecoveryCode(userId, code);
  }

  /** Counts the attempt before comparing the code, so that parallel guesses cannot bypass the limit. */
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

  /** Recovery codes are too long to guess, so they are always accepted and re-enable app codes. */
  private async useRecoveryCode(userId: string, code: string): Promise<boolean> {
    const used = await this.database.query(
      `UPDATE second_factors SET wrong_codes = 0, recovery_hashes = array_remove(array_remove(recovery_hashes, $2), $3)
       WHERE user_id = $1 AND confirmed_at IS NOT NULL AND recovery_hashes && ARRAY[$2, $3] RETURNING 1`,
      [userId, recoveryHash(this.config.secret, code), unkeyedRecoveryHash(code)],
    );
    return used.length > 0;
  }

  /** Counts an attempt. The tenth wrong code notifies the user by mail, once until a right code resets the count. */
  private async countTry(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [tried] = await tx.query<{ wrongCodes: number }>(
        `UPDATE second_factors SET wrong_codes = wrong_codes + 1 WHERE user_id = $1 AND wrong_codes < $2
         RETURNING wrong_codes AS "wrongCodes"`,
        [userId, MAX_WRONG_CODES],
      );
      if (!tried) throw codesStopped();
      if (tried.wrongCodes === MAX_WRONG_CODES) {
        notifySecurityChange(tx, userId, 'codes_stopped');
        await recordAudit(tx, { action: 'account_changed', subject: 'ten wrong codes: codes stopped', userId });
      }
    });
  }

  /** Re-enables app codes for a user who has followed a mailed link; this is limited too. */
  async allowAgain(userId: string): Promise<void> {
    const { allowed } = await this.limiter.consume(`codes-again:${userId}`, AGAIN_RULE);
    if (!allowed) return;
    await this.database.query('UPDATE second_factors SET wrong_codes = 0 WHERE user_id = $1', [userId]);
  }
}

const WRONG_CODE = 'This code is not valid. Codes work once; try the next one.';
export const wrongCode = () =>
  badRequest('wrong_code', WRONG_CODE, { fields: [{ field: 'code', message: WRONG_CODE }] });

const codesStopped = () =>
  new AppError(
    403,
    'codes_stopped',
    'Too many wrong codes. Use one of your recovery codes or a sign-in link by email. Codes work again afterwards.',
  );
