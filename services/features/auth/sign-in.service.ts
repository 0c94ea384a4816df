import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import type { AuditOutcome } from '../audit/audit.schema.js';
import { recordAudit } from '../audit/audit.writes.js';
import type { Access } from '../users/users.policy.js';
import { AuthService } from './auth.service.js';
import { knownBrowser, rememberBrowser } from './cookies/known-browsers.js';
import { SealedCookie } from './cookies/sealed-cookie.js';
import { GuessLimiter } from './guess-limiter.service.js';
import { hashPassword, verifyPassword } from './passwords/passwords.js';
import { SecondFactorService, wrongCode } from './second-factor/second-factor.service.js';
import type { SignIn } from './sessions/session.schema.js';

/** The user has passed the first step and has to enter a code. */
export const CODE_NEEDED = 'code_needed';

/** The user's access has ended since they passed the first step. */
export const OVERTAKEN = 'overtaken';

/** The user who has passed the first step and still has to enter a code. */
const pending = new SealedCookie(
  'second-step',
  600,
  z.object({ userId: z.uuid(), accessVersion: z.int().default(-1) }),
);

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
    const [account] = await this.database.query<Access & { hash: string | null }>(
      `SELECT u.id AS "userId", u.access_version AS "accessVersion", a.password AS hash FROM users u
       LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
      [email],
    );
    const known = account ? knownBrowser(this.config, request, account) : null;
    const by = { address: callerAddress(request), account: email, knownBrowser: known };
    const person = await this.guesses.attempt(by, async () => {
      const hash = account?.hash ?? (await hashPassword(password).then(() => null));
      return hash && account && (await verifyPassword({ hash, password })) ? account : null;
    });
    const opened = person ? await this.open(request, response, person) : OVERTAKEN;
    if (opened === CODE_NEEDED) throw codeNeeded(null);
    if (!person) await this.record('sign_in', account?.userId ?? null, `password of ${email}`, 'refused');
    if (!person || opened) throw new AppError(401, 'invalid_email_or_password', 'Invalid email or password');
    return person.userId;
  }

  /**
   * Completes a sign-in with a code.
   * @throws AppError 401 if the first step has expired, 400 for a wrong or used code, 429 when the caller has to wait.
   */
  async withCode(request: Request, response: Response, code: string): Promise<string> {
    const person = await pending.read(this.config, request);
    if (!person || !(await this.isCurrent(person))) throw signInAgain();
    const { userId } = person;
    const known = knownBrowser(this.config, request, person);
    const by = { address: callerAddress(request), account: `code of ${userId}`, knownBrowser: known };
    const isRight = await this.guesses.attempt(by, () => this.useCode(userId, code));
    if (!isRight) {
      await this.record('sign_in_code', userId, 'code', 'refused');
      throw wrongCode();
    }
    pending.clear(this.config, response);
    if (await this.openSession(request, response, person)) throw signInAgain();
    return userId;
  }

  /** Checked before the code too, so that none is used up in vain. */
  private async isCurrent({ userId, accessVersion }: Access): Promise<boolean> {
    const found = await this.database.query('SELECT 1 FROM users WHERE id = $1 AND access_version = $2', [
      userId,
      accessVersion,
    ]);
    return found.length > 0;
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
  async open(
    request: Request,
    response: Response,
    person: Access,
  ): Promise<typeof CODE_NEEDED | typeof OVERTAKEN | null> {
    if (!(await this.factors.isOn(person.userId))) return this.openSession(request, response, person);
    const { userId, accessVersion } = person;
    await pending.set(this.config, response, { userId, accessVersion });
    return CODE_NEEDED;
  }

  /**
   * Like `open`.
   * @throws AppError 403 `code_needed`, with the page to show afterwards, 401 if the user's access has ended meanwhile.
   */
  async enter(request: Request, response: Response, person: Access, next: string | null = null): Promise<void> {
    const opened = await this.open(request, response, person);
    if (opened === CODE_NEEDED) throw codeNeeded(next);
    if (opened) throw signInAgain();
  }

  private async openSession(request: Request, response: Response, person: Access): Promise<typeof OVERTAKEN | null> {
    const { userId } = person;
    if (!(await this.auth.signInAs(request, response, person))) {
      await this.record('sign_in', userId, 'access that has just ended', 'refused');
      return OVERTAKEN;
    }
    rememberBrowser(this.config, request, response, person);
    await this.record('sign_in', userId, 'session opened', 'ok');
    return null;
  }

  private record(action: 'sign_in' | 'sign_in_code', userId: string | null, subject: string, outcome: AuditOutcome) {
    return recordAudit(this.database, { action, subject, userId, outcome });
  }
}

const codeNeeded = (next: string | null) =>
  new AppError(403, CODE_NEEDED, 'Enter the code from your authenticator app', { next });

const signInAgain = () => new AppError(401, 'sign_in_again', 'This took too long. Please sign in again.');
