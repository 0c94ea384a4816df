import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, notFound } from '../../../platform/errors.js';
import { callerAddress } from '../../../platform/http/caller-address.js';
import { RateLimiter } from '../../../platform/http/rate-limiter.js';
import { LOGGER, type Logger } from '../../../platform/log.js';
import { closeProfile } from '../../memberships/memberships.writes.js';
import type { Access } from '../../users/users.policy.js';
import { ADDRESS_KEPT, findOrAddUser, verifyUser } from '../../users/users.writes.js';
import { SealedCookie } from '../cookies/sealed-cookie.js';
import { CODE_NEEDED, OVERTAKEN, SignInService } from '../sign-in.service.js';
import { InvalidResponseError, type OidcIdentity, OidcProvider, ProviderUnavailableError } from './oidc-provider.js';

/** Reason for returning to the sign-in page; the web has a message for each. */
type Problem = 'refused' | 'unverified' | 'unknown' | 'away';

/** Audit entries for users whom the portal does not admit. */
const REFUSALS = { unverified: 'address not verified', unknown: 'not known to the portal' };

const ADDRESS_RULE = { window: 15 * 60, max: 60 };
const PATH = '/api/auth/oidc';

const attempts = new SealedCookie(
  'oidc',
  600,
  z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() }),
);

/**
 * Signs users in through an OpenID Connect provider. It does not register strangers: only users and invited people are
 * admitted.
 */
@Injectable()
export class OidcService {
  private readonly provider: OidcProvider | null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly signIn: SignInService,
  ) {
    this.provider = config.oidc ? new OidcProvider(config.oidc, `${config.publicUrl}${PATH}/callback`) : null;
  }

  /** Returns the URL of the provider, or of the sign-in page with a reason. @throws AppError 404 without a provider. */
  async leave(request: Request, response: Response, next: string): Promise<string> {
    const provider = this.requireProvider();
    await this.limiter.enforce(`oidc:${callerAddress(request)}`, ADDRESS_RULE);
    try {
      const { url, attempt } = await provider.leave();
      await attempts.set(this.config, response, { ...attempt, next });
      return url;
    } catch (error) {
      return this.back(error, next);
    }
  }

  /** Returns the page to show next: the application, the second factor, or the sign-in page with a reason. */
  async comeBack(request: Request, response: Response): Promise<string> {
    const provider = this.requireProvider();
    await this.limiter.enforce(`oidc:${callerAddress(request)}`, ADDRESS_RULE);
    const attempt = await attempts.read(this.config, request);
    attempts.clear(this.config, response);
    if (!attempt) return this.back(new InvalidResponseError('This browser has not started a sign-in'), '/app');
    const { next } = attempt;
    try {
      const query = new URL(request.originalUrl, this.config.publicUrl).searchParams;
      const identity = await provider.comeBack(query, attempt);
      const found = await this.recognise(identity);
      if ('problem' in found) {
        await this.recordRefusal(`${identity.email ?? identity.subject}, ${REFUSALS[found.problem]}`);
        return signInPage(found.problem, next);
      }
      const opened = await this.signIn.open(request, response, found);
      if (opened === OVERTAKEN) return signInPage('refused', next);
      return opened === CODE_NEEDED ? `/sign-in/code?${new URLSearchParams({ next })}` : next;
    } catch (error) {
      return this.back(error, next);
    }
  }

  /**
   * Finds the user by the provider's subject, once it is linked. The first time, by an address that the provider has
   * verified and the portal knows: from an account with a verified address or a pending invitation.
   */
  private recognise({
    subject,
    email,
    emailVerified,
  }: OidcIdentity): Promise<Access | { problem: keyof typeof REFUSALS }> {
    const providerId = `oidc ${this.config.oidc!.issuer}`;
    return this.database.transaction(async (tx) => {
      const [linked] = await tx.query<Access>(
        `SELECT u.id AS "userId", u.access_version AS "accessVersion" FROM accounts a JOIN users u ON u.id = a.user_id
         WHERE a.provider_id = $1 AND a.account_id = $2`,
        [providerId, subject],
      );
      if (linked) return linked;
      if (!email || !emailVerified) return { problem: 'unverified' };
      // An invited person gets an account, with which they answer the invitation.
      const [invite] = await tx.query<{ name: string }>(
        `SELECT name FROM invites WHERE email = $1 AND state = 'pending' AND expires_at > now() ORDER BY id LIMIT 1`,
        [email],
      );
      if (invite) await findOrAddUser(tx, invite.name, email);
      const [user] = await tx.query<Access & { verified: boolean; invited: boolean; taken: boolean }>(
        `SELECT id AS "userId", access_version AS "accessVersion", email_verified AS verified,
                EXISTS (SELECT FROM accounts WHERE user_id = u.id AND provider_id = $2) AS taken,
                NOT EXISTS (SELECT FROM accounts WHERE user_id = u.id) AND EXISTS (
                  SELECT FROM invites WHERE email = u.email AND state = 'pending' AND expires_at > now()) AS invited
         FROM users u WHERE email = $1 FOR NO KEY UPDATE`,
        [email, providerId],
      );
      if (!user || user.taken || !(user.verified || user.invited)) return { problem: 'unknown' };
      if (!user.verified) await closeProfile(tx, user.userId);
      await verifyUser(tx, user.userId);
      // A way back ends what was added after the change of the address, for which this transaction may have waited.
      await tx.query(
        `INSERT INTO accounts (account_id, provider_id, user_id, created_at) VALUES ($1, $2, $3, clock_timestamp())
         ON CONFLICT DO NOTHING`,
        [subject, providerId, user.userId],
      );
      return user;
    });
  }

  private recordRefusal(what: string): Promise<void> {
    return this.signIn.recordRefusal(`${this.config.oidc!.name}: ${what}`);
  }

  private async back(error: unknown, next: string): Promise<string> {
    if (error instanceof ProviderUnavailableError) {
      this.logger.error({ err: error }, 'the OpenID Connect provider is unavailable');
      return signInPage('away', next);
    }
    if (error instanceof AppError && error.code === ADDRESS_KEPT) {
      await this.recordRefusal('an address to which another account can still change back');
      return signInPage('unknown', next);
    }
    if (!(error instanceof InvalidResponseError)) throw error;
    this.logger.warn({ reason: error.message }, 'rejected a response of the OpenID Connect provider');
    await this.recordRefusal(error.message);
    return signInPage('refused', next);
  }

  private requireProvider(): OidcProvider {
    if (!this.provider) throw notFound('Path');
    return this.provider;
  }
}

const signInPage = (problem: Problem, next: string): string => `/sign-in?${new URLSearchParams({ problem, next })}`;
