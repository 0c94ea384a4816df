import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/tx.js';
import { User } from '../users/user.entity.js';
import { suspendUser } from '../users/users.writes.js';
import { StudioClient } from './studio-client.entity.js';

/**
 * Placeholder address of a studio's entry for a person who has not accepted yet. Each studio has at most one entry per
 * address.
 */
export function entryKey(studioId: string, email: string): string {
  const hash = createHash('sha256').update(`${studioId} ${email}`).digest('hex').slice(0, 40);
  return `invited-${hash}@invited.invalid`;
}

/** Finds and locks the studio's client with that address, whether or not they have accepted. */
export function clientWith(tx: Tx, studioId: string, email: string): Promise<User | null> {
  return tx.manager
    .createQueryBuilder(User, 'u')
    .innerJoin(StudioClient, 'c', 'c.userId = u.id AND c.studioId = :studioId', { studioId })
    .where('(u.email = :email OR u.invitedEmail = :email)', { email })
    .setLock('for_no_key_update', undefined, ['u'])
    .getOne();
}

/**
 * Copies a suspension of the user, as the previous version stores it, to each membership. The caller has locked the
 * user's row.
 */
export async function spreadSuspension(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `UPDATE studio_clients c SET suspended_at = u.suspended_at FROM users u
     WHERE u.id = $1 AND c.user_id = u.id AND c.suspended_at IS NULL AND u.suspended_at IS NOT NULL`,
    [userId],
  );
}

/**
 * Suspends the user if every studio of theirs has suspended them, and returns whether it did. The caller has locked the
 * row.
 */
export async function updateUserSuspension(tx: Tx, userId: string): Promise<boolean> {
  const [all] = await tx.query<{ suspended: boolean | null }>(
    'SELECT bool_and(suspended_at IS NOT NULL) AS suspended FROM studio_clients WHERE user_id = $1',
    [userId],
  );
  const isSuspended = all?.suspended === true;
  await suspendUser(tx, userId, isSuspended);
  return isSuspended;
}
