import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, badRequest, conflict, unauthenticated } from '../../../platform/errors.js';
import type { Actor } from '../../../platform/http/actor.js';
import { RateLimiter } from '../../../platform/http/rate-limiter.js';
import { recordAudit } from '../../audit/audit.writes.js';
import { lockAccess } from '../../users/users.writes.js';
import { notifySecurityChange } from '../auth.events.js';
import { endSessions } from '../auth.writes.js';
import { SecondFactorService, wrongCode } from '../second-factor/second-factor.service.js';
import { refuseCommonPassword } from './common-passwords.js';
import { endMailedLinks, namesAbout } from './credentials.writes.js';
import { hashPassword, verifyPassword } from './passwords.js';

/** Limit for guessing the current password from within a session. */
const GUESS_RULE = { window: 15 * 60, max: 10 };

/** Maximum age of the session for users without a password. */
const FRESH_MS = 15 * 60_000;

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  /** Needed if two-step sign-in is on. */
  code?: string;
}

export { LINK_GUESSES, refuseCommonPassword } from './common-passwords.js';
export { hashPassword, verifyPassword } from './passwords.js';

@Injectable()
export class CredentialsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly factors: SecondFactorService,
  ) {}

  /**
   * Confirms the user's identity before an irreversible change: by their password or, without one, by a recent sign-in.
   * After changing the address back, only a new password counts.
   * @throws AppError 400 for a wrong password, 403 when the session is too old or the password has ended, 429 after too
   * many guesses.
   */
  async confirm(userId: string, password: string | undefined, session: { createdAt: Date } | null): Promise<void> {
    const hash = await this.hashOf(userId);
    if (hash === null) throw passwordEnded();
    if (hash !== undefined) return this.verify(userId, hash, password ?? '', 'password');
    if (session && Date.now() - session.createdAt.getTime() > FRESH_MS) throw signInAgain();
  }

  /**
   * Asks for a code too, if two-step sign-in is on, before a change of how the user signs in. A code works once, so this
   * comes after all other checks.
   * @throws AppError 400 without a code or for a wrong one, 403 for an app code after ten wrong ones.
   */
  async confirmCode(userId: string, code: string | undefined): Promise<void> {
    if (!(await this.factors.isOn(userId))) return;
    if (!code) throw codeMissing();
    if (await this.factors.use(userId, code)) return;
    await this.recordRefusal(userId, 'wrong code for a change');
    throw wrongCode();
  }

  private async verify(userId: string, hash: string, password: string, field: string): Promise<void> {
    const guesses = `password:${userId}`;
    await this.limiter.enforce(guesses, GUESS_RULE);
    if (!(await verifyPassword({ hash, password }))) {
      await this.recordRefusal(userId, 'wrong password for a change');
      throw wrongPassword(field);
    }
    await this.limiter.forget(guesses);
  }

  private recordRefusal(userId: string, subject: string): Promise<void> {
    return recordAudit(this.database, { action: 'account_changed', subject, userId, outcome: 'refused' });
  }

  /**
   * Changes the password, deletes mailed links and ends every session but `keptToken`.
   * @throws AppError 400 when the current password or the code is wrong, 401 when the session has ended meanwhile, 409
   * when the account has no password, 429 after too many guesses.
   */
  async changePassword(
    actor: Actor,
    { currentPassword, newPassword, code }: PasswordChange,
    keptToken: string | null,
  ): Promise<void> {
    const { userId } = actor;
    const hashed = await this.hashOf(userId);
    if (!hashed) throw conflict('no_password', 'This account has no password to change');
    await this.verify(userId, hashed, currentPassword, 'currentPassword');
    const known = [this.config.brand, ...(await namesAbout(this.database, userId))];
    await refuseCommonPassword(newPassword, { known, field: 'newPassword' });
    await this.confirmCode(userId, code);
    const hash = await hashPassword(newPassword);
    await this.database.transaction(async (tx) => {
      const isCurrent = await lockAccess(tx, actor);
      const changed = await tx.query(
        `UPDATE accounts SET password = $3, updated_at = now()
         WHERE user_id = $1 AND provider_id = 'credential' AND password = $2 RETURNING 1`,
        [userId, hashed, hash],
      );
      if (changed.length === 0) throw wrongPassword('currentPassword');
      if (!isCurrent) throw unauthenticated();
      await endSessions(tx, userId, keptToken);
      await endMailedLinks(tx, userId);
      notifySecurityChange(tx, userId, 'password_changed');
      await recordAudit(tx, { action: 'account_changed', subject: 'password changed', userId });
    });
  }

  /** Undefined for a user who never had a password, null for one whose password has ended. */
  private async hashOf(userId: string): Promise<string | null | undefined> {
    const [account] = await this.database.query<{ password: string | null }>(
      `SELECT password FROM accounts WHERE user_id = $1 AND provider_id = 'credential'`,
      [userId],
    );
    return account?.password;
  }
}

const signInAgain = () =>
  new AppError(403, 'sign_in_again', 'Please sign out and in again first, to confirm that it is you');

const passwordEnded = () =>
  new AppError(
    403,
    'password_ended',
    'Your password ended when your sign-in address was changed back. Please choose a new one by a mailed link first.',
  );

const WRONG_PASSWORD = 'The current password is not correct';
const wrongPassword = (field: string) =>
  badRequest('wrong_password', WRONG_PASSWORD, { fields: [{ field, message: WRONG_PASSWORD }] });

const CODE_MISSING = 'Enter the code from your authenticator app';
const codeMissing = () =>
  badRequest('code_missing', CODE_MISSING, { fields: [{ field: 'code', message: CODE_MISSING }] });
