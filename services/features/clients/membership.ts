import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/tx.js';
import { User } from '../users/user.entity.js';
import { suspendUser } from '../users/users.writes.js';
import { StudioClient } from './studio-client.entity.js';

/** What stands for the address in a studio's entry of somebody who has not agreed yet; one studio has one such entry. */
export function entryKey(studioId: string, email: string): string {
  const hash = createHash('sha256').update(`${studioId} ${email}`).digest('hex').slice(0, 40);
  return `invited-${hash}@invited.invalid`;
}

/** The studio's client with that address, whether they have agreed or not; locked, as they are found by the same statement. */
export function clientWith(tx: Tx, studioId: string, email: string): Promise<User | null> {
  return tx.manager
    .createQueryBuilder(User, 'u')
    .innerJoin(StudioClient, 'c', 'c.userId = u.id AND c.studioId = :studioId', { studioId })
    .where('(u.email = :email OR u.invitedEmail = :email)', { email })
    .setLock('for_no_key_update', undefined, ['u'])
    .getOne();
}

/**
 * A version before this one suspended the person, not the membership: what it has written counts for each studio.
 * The caller holds the person's row.
 */
export async function spreadSuspension(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `UPDATE studio_clients c SET suspended_at = u.suspended_at FROM users u
     WHERE u.id = $1 AND c.user_id = u.id AND c.suspended_at IS NULL AND u.suspended_at IS NOT NULL`,
    [userId],
  );
}

/** Writes at the person whether every studio of theirs keeps them out, and answers it. The caller holds the row. */
export async function noteSuspension(tx: Tx, userId: string): Promise<boolean> {
  const [all] = await tx.query<{ suspended: boolean | null }>(
    'SELECT bool_and(suspended_at IS NOT NULL) AS suspended FROM studio_clients WHERE user_id = $1',
    [userId],
  );
  const isSuspended = all?.suspended === true;
  await suspendUser(tx, userId, isSuspended);
  return isSuspended;
}
