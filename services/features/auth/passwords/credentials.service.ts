import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError, conflict } from '../../../platform/errors.js';
import type { Actor } from '../../../platform/http/actor.js';
import { RateLimiter } from '../../../platform/http/rate-limiter.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { notifySecurityChange, sessionEnded } from '../auth.events.js';
import { refuseCommonPassword } from './common-passwords.js';
import { endMailedLinks } from './credentials.writes.js';
import { hashPassword, verifyPassword } from './passwords.js';

/** Limit for guessing the current password from within a session. */
const GUESS_RULE = { window: 15 * 60, max: 10 };

/** Maximum age of the session for users without a password. */
const FRESH_MS = 15 * 60_000;

export { refuseCommonPassword } from './common-passwords.js';
export { hashPassword, verifyPassword } from './passwords.js';

@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Confirms the user's identity before an irreversible change: by their password or, without one, by a recent sign-in.
   * @throws AppError 400 for a wrong password, 403 when the session is too old, 429 after too many guesses.
   */
  async confirm(userId: string, password: string | undefined, session: { createdAt: Date } | null): Promise<void> {
    const hash = await this.hashOf(userId);
    if (!hash) {
      if (session && Date.now() - session.createdAt.getTime() > FRESH_MS) throw signInAgain();
      return;
    }
    const guesses = `password:${userId}`;
    await this.limiter.enforce(guesses, GUESS_RULE);
    if (!(await verifyPassword({ hash, password: password ?? '' }))) await this.refuse(userId);
    await this.limiter.forget(guesses);
  }

  private async refuse(userId: string): Promise<never> {
    const subject = 'wrong password for a change';
    await recordAudit(this.database, { action: 'account_changed', subject, userId, outcome: 'refused' });
    throw wrongPassword();
  }

  /**
   * Changes the password, deletes mailed links and ends every session but `keptToken`.
   * @throws AppError 400 when `current` is wrong, 409 when the account has no password, 429 after too many guesses.
   */
  async changePassword(
    { userId, email }: Actor,
    current: string,
    wanted: string,
    keptToken: string | null,
  ): Promise<void> {
    const guesses = `password:${userId}`;
    await this.limiter.enforce(guesses, GUESS_RULE);
    const known = await this.hashOf(userId);
    if (!known) throw conflict('no_password', 'This account has no password to change');
    if (!(await verifyPassword({ hash: known, password: current }))) await this.refuse(userId);
    await refuseCommonPassword(wanted, email, 'newPassword');
    const hash = await hashPassword(wanted);
    await this.database.transaction(async (tx) => {
      const changed = await tx.query(
        `UPDATE accounts SET password = $3, updated_at = now()
         WHERE user_id = $1 AND provider_id = 'credential' AND password = $2 RETURNING 1`,
        [userId, known, hash],
      );
      if (changed.length === 0) throw wrongPassword();
      await tx.query('DELETE FROM sessions WHERE user_id = $1 AND token IS DISTINCT FROM $2', [userId, keptToken]);
      await endMailedLinks(tx, userId);
      notifySecurityChange(tx, userId, 'password_changed');
      await recordAudit(tx, { action: 'account_changed', subject: 'password changed', userId });
      tx.live(sessionEnded(userId));
    });
    await this.limiter.forget(guesses);
  }

  private async hashOf(userId: string): Promise<string | null> {
    const [account] = await this.database.query<{ password: string | null }>(
      `SELECT password FROM accounts WHERE user_id = $1 AND provider_id = 'credential'`,
      [userId],
    );
    return account?.password ?? null;
  }
}

const signInAgain = () =>
  new AppError(403, 'sign_in_again', 'Please sign out and in again first, to confirm that it is you');

const wrongPassword = () => new AppError(400, 'wrong_password', 'The current password is not correct');
