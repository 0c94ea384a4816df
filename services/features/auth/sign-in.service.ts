import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import type { AuditOutcome } from '../audit/audit.schema.js';
import { recordAudit } from '../audit/audit.writes.js';
import { AuthService } from './auth.service.js';
import { knownBrowser, rememberBrowser } from './cookies/known-browsers.js';
import { SealedCookie } from './cookies/sealed-cookie.js';
import { GuessLimiter } from './guess-limiter.service.js';
import { hashPassword, verifyPassword } from './passwords/passwords.js';
import { SecondFactorService, wrongCode } from './second-factor/second-factor.service.js';
import type { SignIn } from './sessions/session.schema.js';

/** The user has passed the first step and has to enter a code. */
export const CODE_NEEDED = 'code_needed';

/**
 * The user who has passed the first step and still has to enter a code. `stamp` changes with address and password, so
 * that a new one of either also ends sign-ins that have only passed the first step.
 */
const pending = new SealedCookie('second-step', 600, z.object({ userId: z.uuid(), stamp: z.string().default('') }));

/** Signs users in by password, and with a code where required, within rate limits. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly auth: AuthService,
    private readonly guesses: GuessLimiter,
    private readonly factors: SecondFactorService,
  ) {}

  /**
   * Also computes a hash for an unknown address, so that the response time reveals nothing.
   * @throws AppError 401 for a wrong address or password, 429 when the caller has to wait.
   */
  async withPassword(request: Request, response: Response, { email, password }: SignIn): Promise<string> {
    const [account] = await this.database.query<{ userId: string; hash: string | null }>(
      `SELECT u.id AS "userId", a.password AS hash FROM users u
       LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
      [email],
    );
    const known = account ? knownBrowser(this.config, request, account.userId) : null;
    const by = { address: callerAddress(request), account: email, knownBrowser: known };
    const userId = await this.guesses.attempt(by, async () => {
      const hash = account?.hash ?? (await hashPassword(password).then(() => null));
      return hash && account && (await verifyPassword({ hash, password })) ? account.userId : null;
    });
    if (!userId) {
      await this.record('sign_in', account?.userId ?? null, `password of ${email}`, 'refused');
      throw new AppError(401, 'invalid_email_or_password', 'Invalid email or password');
    }
    await this.enter(request, response, userId);
    return userId;
  }

  /**
   * Completes a sign-in with a code.
   * @throws AppError 401 if the first step has expired, 400 for a wrong or used code, 429 when the caller has to wait.
   */
  async withCode(request: Request, response: Response, code: string): Promise<string> {
    const { userId, stamp } = (await pending.read(this.config, request)) ?? {};
    if (!userId || stamp !== (await this.stamp(userId)))
      throw new AppError(401, 'sign_in_again', 'This took too long. Please sign in again.');
    const known = knownBrowser(this.config, request, userId);
    const by = { address: callerAddress(request), account: `code of ${userId}`, knownBrowser: known };
    const isRight = await this.guesses.attempt(by, () => this.useCode(userId, code));
    if (!isRight) {
      await this.record('sign_in_code', userId, 'code', 'refused');
      throw wrongCode();
    }
    pending.clear(this.config, response);
    await this.openSession(request, response, userId);
    return userId;
  }

  private async stamp(userId: string): Promise<string> {
    const [found] = await this.database.query<{ access: string }>(
      `SELECT concat_ws(' ', u.email, a.password) AS access FROM users u
       LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.id = $1`,
      [userId],
    );
    return createHmac('sha256', this.config.secret).update(`second step ${found?.access}`).digest('base64url');
  }

  /** Null for a wrong code. @throws AppError as `SecondFactorService.use`, after recording it in the audit trail. */
  private async useCode(userId: string, code: string): Promise<true | null> {
    try {
      return (await this.factors.use(userId, code)) || null;
    } catch (error) {
      if (error instanceof AppError) await this.record('sign_in_code', userId, 'code, after ten wrong ones', 'refused');
      throw error;
    }
  }

  /** Records a refused sign-in of an unknown user in the audit trail. */
  async recordRefusal(subject: string): Promise<void> {
    await this.record('sign_in', null, subject, 'refused');
  }

  /** Opens a session for a user who has passed the first step, unless a code is required. */
  async open(request: Request, response: Response, userId: string): Promise<typeof CODE_NEEDED | null> {
    if (await this.factors.isOn(userId)) {
      await pending.set(this.config, response, { userId, stamp: await this.stamp(userId) });
      return CODE_NEEDED;
    }
    await this.openSession(request, response, userId);
    return null;
  }

  /** Like `open`. @throws AppError 403 `code_needed`, with the page to show afterwards. */
  async enter(request: Request, response: Response, userId: string, next: string | null = null): Promise<void> {
    if (await this.open(request, response, userId)) {
      throw new AppError(403, CODE_NEEDED, 'Enter the code from your authenticator app', { next });
    }
  }

  private async openSession(request: Request, response: Response, userId: string): Promise<void> {
    await this.auth.signInAs(request, response, userId);
    rememberBrowser(this.config, request, response, userId);
    await this.record('sign_in', userId, 'session opened', 'ok');
  }

  private record(action: 'sign_in' | 'sign_in_code', userId: string | null, subject: string, outcome: AuditOutcome) {
    return recordAudit(this.database, { action, subject, userId, outcome });
  }
}
