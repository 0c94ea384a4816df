import type { BetterAuthOptions } from 'better-auth';
import type { Config } from '../../platform/config.js';
import type { Database } from '../../platform/database/database.js';
import type { Logger } from '../../platform/log.js';
import { cookieName, cookieOptions } from './cookies/cookie-name.lib.js';
import { signInAs } from './sign-in-as.js';

const DAY_S = 86_400;

/** Lifetime of a session that is not used. */
export const SESSION_S = 30 * DAY_S;

/** Maximum lifetime of a session, no matter how often it is used. */
export const SESSION_MAX_DAYS = 90;
const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** Options of better-auth, which manages sessions and cookies on our tables. It is not exposed over HTTP. */
export function authOptions(config: Config, logger: Logger, database: Database) {
  return {
    appName: 'Lacquer',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    database: database.pool,
    user: {
      modelName: 'users',
      fields: { ...times, emailVerified: 'email_verified' },
      additionalFields: {
        role: { type: 'string', required: true, input: false, defaultValue: 'client' },
        studioId: { type: 'string', required: false, input: false, fieldName: 'studio_id' },
        isOperator: { type: 'boolean', required: true, input: false, defaultValue: false, fieldName: 'is_operator' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        ...times,
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
      expiresIn: SESSION_S,
      updateAge: DAY_S,
    },
    account: {
      modelName: 'accounts',
      fields: {
        ...times,
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { ...times, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    rateLimit: { enabled: false },
    advanced: {
      // Disabled because better-auth would add the prefix `__Secure-`; `cookiePrefix` adds our own.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: cookieOptions(config).secure },
      cookiePrefix: cookieName(config, '').replace(/\.$/, ''),
      ipAddress: { disableIpTracking: true },
      database: { generateId: 'uuid', joins: true, validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => logger[level]({ context: 'better-auth' }, message) },
    plugins: [signInAs()],
  } satisfies BetterAuthOptions;
}
