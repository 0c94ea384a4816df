import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict } from '../../platform/errors.js';
import { sessionEnded } from './auth.events.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { RateLimiter } from './rate-limiter.service.js';

/** Guesses at the current password from within one account. */
const GUESS_RULE = { window: 15 * 60, max: 10 };

export { hashPassword } from './passwords.js';

/** Gives a person their first password, hashed before the transaction: that takes a while on purpose. @throws when they have one. */
export async function addPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query(
    `INSERT INTO accounts (account_id, provider_id, user_id, password) VALUES ($1::uuid::text, 'credential', $1::uuid, $2)`,
    [userId, hash],
  );
}

@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Changes the password and ends every session of that person but `keptToken`.
   * @throws AppError 400 when `current` is not the password, 409 when there is none, 429 after too many guesses.
   */
  async changePassword(userId: string, current: string, wanted: string, keptToken: string | null): Promise<void> {
    const guesses = `password:${userId}`;
    await this.limiter.enforce(guesses, GUESS_RULE);
    const [account] = await this.database.query<{ password: string | null }>(
      `SELECT password FROM accounts WHERE user_id = $1 AND provider_id = 'credential'`,
      [userId],
    );
    if (!account?.password) throw conflict('no_password', 'This account has no password to change');
    if (!(await verifyPassword({ hash: account.password, password: current }))) throw wrongPassword();
    const hash = await hashPassword(wanted);
    await this.database.transaction(async (tx) => {
      const changed = await tx.query(
        `UPDATE accounts SET password = $3, updated_at = now()
         WHERE user_id = $1 AND provider_id = 'credential' AND password = $2 RETURNING 1`,
        [userId, account.password, hash],
      );
      if (changed.length === 0) throw wrongPassword();
      await tx.query('DELETE FROM sessions WHERE user_id = $1 AND token IS DISTINCT FROM $2', [userId, keptToken]);
      tx.live(sessionEnded(userId));
    });
    await this.limiter.forget(guesses);
  }
}

const wrongPassword = () => new AppError(400, 'wrong_password', 'The current password is not correct');
