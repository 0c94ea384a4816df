import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { AuthService } from './auth.service.js';
import { Guessing } from './guessing.service.js';
import { knownBrowser, rememberBrowser } from './known-browsers.js';
import { hashPassword, verifyPassword } from './passwords.js';
import type { SignIn } from './session.schema.js';

/** The ways in, each with its limits. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly auth: AuthService,
    private readonly guessing: Guessing,
  ) {}

  /**
   * An unknown address costs a hash as well, so that the time tells nothing.
   * @throws AppError 401 for a wrong pair, 429 when the caller has to wait.
   */
  async withPassword(request: Request, response: Response, { email, password }: SignIn): Promise<string> {
    const [account] = await this.database.query<{ userId: string; hash: string | null }>(
      `SELECT u.id AS "userId", a.password AS hash FROM users u
       LEFT JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
      [email],
    );
    const known = account ? knownBrowser(this.config, request, account.userId) : null;
    const by = { address: callerAddress(request), account: email, knownBrowser: known };
    const userId = await this.guessing.attempt(by, async () => {
      const hash = account?.hash ?? (await hashPassword(password).then(() => null));
      return hash && account && (await verifyPassword({ hash, password })) ? account.userId : null;
    });
    if (!userId) throw new AppError(401, 'invalid_email_or_password', 'Invalid email or password');
    await this.open(request, response, userId);
    return userId;
  }

  /** Opens a session for somebody who has been recognised, and lets the browser remember that. */
  async open(request: Request, response: Response, userId: string): Promise<void> {
    await this.auth.signInAs(request, response, userId);
    rememberBrowser(this.config, request, response, userId);
  }
}
