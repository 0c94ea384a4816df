import { createHash } from 'node:crypto';
import { Not } from 'typeorm';
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
 * Suspends the user if all their studios have suspended them, and returns whether it did. The caller has locked the
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

export async function addClient(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.insert(StudioClient, { studioId, userId });
}

/** Makes a person who accepted the studio's invitation its client. The studio may read their profile from now on. */
export async function confirmMembership(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.upsert(StudioClient, { studioId, userId, sharesProfile: true }, ['studioId', 'userId']);
}

/** Moves a membership with its suspension from a studio's entry to the person's account. */
export async function moveMembership(
  tx: Tx,
  studioId: string,
  { entryId, accountId }: { entryId: string; accountId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO studio_clients (studio_id, user_id, suspended_at, created_at)
     SELECT studio_id, $3, suspended_at, created_at FROM studio_clients WHERE studio_id = $1 AND user_id = $2
     ON CONFLICT DO NOTHING`,
    [studioId, entryId, accountId],
  );
  await removeMembership(tx, studioId, entryId);
}

/** Suspends a client of the studio or readmits them. Returns false when the person is not its client. */
export async function suspendMembership(
  tx: Tx,
  { studioId, userId, isSuspended }: { studioId: string; userId: string; isSuspended: boolean },
): Promise<boolean> {
  const found = await tx.query(
    `UPDATE studio_clients SET suspended_at = CASE WHEN $3 THEN coalesce(suspended_at, now()) END
     WHERE studio_id = $1 AND user_id = $2 RETURNING 1`,
    [studioId, userId, isSuspended],
  );
  return found.length > 0;
}

export async function removeMembership(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.delete(StudioClient, { studioId, userId });
}

/** Removes a person from every studio. Returns the studios' ids. */
export async function endMemberships(tx: Tx, userId: string): Promise<string[]> {
  const left = await tx.query<{ studioId: string }>(
    'DELETE FROM studio_clients WHERE user_id = $1 RETURNING studio_id AS "studioId"',
    [userId],
  );
  return left.map(({ studioId }) => studioId);
}

/**
 * Hides the profile from studios when a person who was only an entry gets an account, except from the studio whose
 * invitation they have just accepted. Others see it again once the person accepts theirs.
 */
export async function closeProfile(tx: Tx, userId: string, except?: string): Promise<void> {
  await tx.manager.update(StudioClient, except === undefined ? { userId } : { userId, studioId: Not(except) }, {
    sharesProfile: false,
  });
}
