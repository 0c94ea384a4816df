import type { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { unauthenticated } from '../../platform/errors.js';
import { currentRequest } from '../../platform/http/current-request.js';
import type { Access } from '../users/users.policy.js';
import { lockAccess, renewAccess } from '../users/users.writes.js';
import { sessionEnded } from './auth.events.js';
import { demoUsers } from './dev-mode.policy.js';

/**
 * For changes of how a user signs in: a request whose session has ended meanwhile must not make them.
 * @throws AppError 401
 */
export async function assertAccess(tx: Tx, access: Access): Promise<void> {
  if (!(await lockAccess(tx, access))) throw unauthenticated();
}

/**
 * Whatever a request changes counts only if the caller's access has not ended meanwhile. A worker has no caller.
 * @throws AppError 401
 */
export async function assertCallersAccess(tx: Tx): Promise<void> {
  const actor = currentRequest()?.actor;
  if (actor && !(await lockAccess(tx, actor, 'KEY SHARE'))) throw unauthenticated();
}

/**
 * Ends the user's sessions, except the one with `keptToken`, and the sign-ins that have proven who they are but have no
 * session yet. Returns the new version of their access.
 */
export async function endSessions(tx: Tx, userId: string, keptToken: string | null = null): Promise<number> {
  const accessVersion = await renewAccess(tx, userId);
  await tx.query('DELETE FROM sessions WHERE user_id = $1 AND token IS DISTINCT FROM $2', [userId, keptToken]);
  tx.live(sessionEnded(userId));
  return accessVersion;
}

/** Ends a user's sessions and mailed links, and deletes their credentials. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await tx.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  await tx.query(
    `DELETE FROM verifications WHERE identifier ~ '^(reset|magic|address):' AND value::jsonb->>'userId' = $1`,
    [userId],
  );
}

/** Ends sessions of the demo users, which only exist in Dev Mode. */
export async function endDemoSessions(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM sessions s WHERE s.user_id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = s.user_id)`,
    [Object.values(demoUsers)],
  );
}
