import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { betterAuth } from 'better-auth';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { forbidden } from '../../platform/errors.js';
import { publishLive } from '../../platform/events/live.js';
import type { Actor } from '../../platform/http/actor.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { recordAudit } from '../audit/audit.writes.js';
import { BARRED_FROM } from '../memberships/memberships.policy.js';
import { PROJECT_ROLES } from '../projects/projects.policy.js';
import { type Access, addressSql } from '../users/users.policy.js';
import { lockAccess } from '../users/users.writes.js';
import { sessionEnded } from './auth.events.js';
import { authOptions, SESSION_MAX_DAYS, SESSION_S } from './auth.options.js';
import { signedValue } from './cookies/signed-cookie.js';
import { OWES_SECOND_FACTOR } from './second-factor/second-factor.policy.js';

/** An actor, and whether they must set up two-step sign-in before anything else. */
export type Person = Actor & { owesSecondFactor: boolean };

/** SQL: the columns of a Person. */
const ACTOR = `users.id AS "userId", users.name, ${addressSql('users')} AS email, users.role,
  users.studio_id AS "studioId", users.is_operator AS "isOperator", ${BARRED_FROM} AS "barredFrom",
  ${PROJECT_ROLES} AS "projectRoles", users.access_version AS "accessVersion",
  ${OWES_SECOND_FACTOR} AS "owesSecondFactor"`;

const create = (...options: Parameters<typeof authOptions>) => betterAuth(authOptions(...options));

/** Manages sessions. No other service uses better-auth directly. */
@Injectable()
export class AuthService {
  private readonly auth: ReturnType<typeof create>;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
  ) {
    this.auth = create(config, logger, database);
  }

  /** Ends the session of the request's cookie, if it still exists, and removes its traces from the browser. */
  async signOut(request: Request, response: Response): Promise<void> {
    const actor = await this.actor(request);
    const { headers } = await this.auth.api.signOut({ headers: webHeaders(request), returnHeaders: true });
    copyCookies(headers, response);
    // The next user of this browser finds no page or sound of the account. Unsent drafts stay for the next sign-in.
    response.setHeader('Clear-Site-Data', '"cache"');
    if (!actor) return;
    await recordAudit(this.database, { action: 'sign_out', subject: 'this session', userId: actor.userId });
    await publishLive(this.database, sessionEnded(actor.userId));
  }

  /**
   * Opens a session for a user whom the caller has authenticated, and ends the browser's earlier one. Returns false if
   * the user's access has ended since. All sessions are opened here, in a transaction that locks the user's row as those
   * do that end them, so that none is opened while they end.
   * @throws AppError 403 while all their studios have suspended them and no other has invited them.
   */
  async signInAs(request: Request, response: Response, access: Access): Promise<boolean> {
    const { userId } = access;
    const token = randomBytes(24).toString('hex');
    const opened = await this.database.transaction(async (tx) => {
      if (!(await lockAccess(tx, access))) return 'ended';
      const [suspended] = await tx.query(
        `SELECT 1 FROM users u WHERE id = $1 AND suspended_at IS NOT NULL AND NOT EXISTS (
           SELECT FROM invites WHERE email = u.email AND state = 'pending' AND expires_at > now())`,
        [userId],
      );
      if (suspended) return 'suspended';
      await tx.query(
        `INSERT INTO sessions (user_id, token, updated_at, expires_at, ip_address, user_agent)
         VALUES ($1, $2, now(), now() + $3 * interval '1 second', $4, $5)`,
        [userId, token, SESSION_S, request.ip?.replace(/^::ffff:/, '') ?? '', request.headers['user-agent'] ?? ''],
      );
      return 'open';
    });
    if (opened === 'ended') return false;
    if (opened === 'suspended') {
      await recordAudit(this.database, { action: 'sign_in', subject: 'suspended account', userId, outcome: 'refused' });
      throw forbidden('Your access is suspended; please ask your studio');
    }
    const { headers } = await this.auth.api.signInAs({
      body: { token },
      headers: webHeaders(request),
      returnHeaders: true,
    });
    copyCookies(headers, response);
    await this.end(request);
    return true;
  }

  /**
   * The user of the session in the request's cookie. If a response is given, a session that is due is extended with a
   * new cookie.
   */
  async actor(request: Request, response?: Response): Promise<Person | null> {
    if (!request.headers.cookie) return null;
    const current = await this.current(request.headers.cookie, response !== undefined);
    if (current) return current;
    await this.end(request, SESSION_MAX_DAYS);
    const { headers, response: found } = await this.auth.api.getSession({
      headers: webHeaders(request),
      query: { disableRefresh: response === undefined },
      returnHeaders: true,
    });
    if (response) copyCookies(headers, response);
    return found && this.person(found.user.id);
  }

  async person(userId: string): Promise<Person | null> {
    const [person] = await this.database.query<Person>(`SELECT ${ACTOR} FROM users WHERE id = $1`, [userId]);
    return person ?? null;
  }

  /**
   * Handles the common case in one statement, because every request needs it: a valid session that is not due for
   * extension. All other cases are left to better-auth.
   */
  private async current(cookie: string, canExtend: boolean): Promise<Person | null> {
    const { authCookies, secret, sessionConfig } = await this.auth.$context;
    const token = signedValue(cookie, authCookies.sessionToken.name, secret);
    if (!token) return null;
    const leftS = canExtend ? sessionConfig.expiresIn - sessionConfig.updateAge : 0;
    const [actor] = await this.database.prepared<Person>(
      'current_session',
      `SELECT ${ACTOR} FROM sessions JOIN users ON users.id = sessions.user_id
       WHERE sessions.token = $1 AND sessions.expires_at > $2
         AND sessions.created_at > now() - interval '${SESSION_MAX_DAYS} days'`,
      [token, new Date(Date.now() + leftS * 1000)],
    );
    return actor ?? null;
  }

  /** Ends the session of the request's cookie if it is at least `days` old. */
  private async end(request: Request, days = 0): Promise<void> {
    const { authCookies, secret } = await this.auth.$context;
    const token = signedValue(request.headers.cookie ?? '', authCookies.sessionToken.name, secret);
    if (!token) return;
    const [ended] = await this.database.query<{ userId: string }>(
      `DELETE FROM sessions WHERE token = $1 AND created_at <= now() - $2 * interval '1 day'
       RETURNING user_id AS "userId"`,
      [token, days],
    );
    if (ended) await publishLive(this.database, sessionEnded(ended.userId));
  }

  /** The session of the request's cookie, or null. */
  async session(request: Request): Promise<{ id: string; token: string; createdAt: Date } | null> {
    if (!request.headers.cookie) return null;
    await this.end(request, SESSION_MAX_DAYS);
    const found = await this.auth.api.getSession({ headers: webHeaders(request), query: { disableRefresh: true } });
    return found && { id: found.session.id, token: found.session.token, createdAt: found.session.createdAt };
  }
}

function webHeaders(request: Request): Headers {
  return new Headers({ cookie: request.headers.cookie ?? '' });
}

function copyCookies(from: Headers, response: Response): void {
  for (const cookie of from.getSetCookie()) response.append('Set-Cookie', cookie);
}
