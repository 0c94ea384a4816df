import { Like, Not } from 'typeorm';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/errors.js';
import { currentRequest } from '../../platform/http/current-request.js';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';
import { type Access, DEPARTED } from './users.policy.js';

/**
 * The caller has locked the address by `lockPeople` and has found no account.
 * @throws AppError 409 for an address to which another account can still change back.
 */
export async function addUser(tx: Tx, user: Pick<User, 'name' | 'email'> & Partial<User>): Promise<User> {
  await refuseKeptAddress(tx, user.email);
  return tx.manager.save(tx.manager.create(User, user));
}

export const ADDRESS_KEPT = 'address_kept';

/** Whether an account other than the given one can still change back to the address. */
export async function isKeptAddress(source: Pick<Tx, 'query'>, email: string, userId?: string): Promise<boolean> {
  const kept = await source.query(
    `SELECT 1 FROM verifications WHERE identifier ~ '^address:' AND expires_at > now()
       AND value::jsonb->>'undo' = 'true' AND value::jsonb->>'email' = $1 AND value::jsonb->>'userId' IS DISTINCT FROM $2`,
    [email, userId ?? null],
  );
  return kept.length > 0;
}

/**
 * A way back to an address must not end because another account gets it, such as one that the thief has made by an
 * invitation of their own.
 */
export async function refuseKeptAddress(tx: Tx, email: string, userId?: string): Promise<void> {
  if (await isKeptAddress(tx, email, userId))
    throw conflict(
      ADDRESS_KEPT,
      'This address was changed for another one. It can be used for another account a week later.',
    );
}

/**
 * Finds the person with that address, or adds one without a password. Address and row stay locked.
 * @throws AppError as `addUser`.
 */
export async function findOrAddUser(tx: Tx, name: string, email: string): Promise<User> {
  await lockAddress(tx, email);
  const [person] = await tx.query<{ id: string }>(
    `INSERT INTO users (name, email) VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET image = users.image RETURNING id`,
    [name, email],
  );
  await refuseKeptAddress(tx, email, person!.id);
  return tx.manager.findOneByOrFail(User, { id: person!.id });
}

/**
 * Finds a studio's entry for an invited address by its key, or adds one; locks the row in the same statement. It does
 * not read other rows, so that the reply and its time are the same for every address.
 */
export async function findOrAddInvited(
  tx: Tx,
  { key, name, email }: { key: string; name: string; email: string },
): Promise<User> {
  const [entry] = await tx.query<{ id: string }>(
    `INSERT INTO users (name, email, invited_email) VALUES ($1, $2, $3)
     ON CONFLICT (email) DO UPDATE SET image = users.image RETURNING id`,
    [name, key, email],
  );
  return tx.manager.findOneByOrFail(User, { id: entry!.id });
}

/** Until the transaction ends, no other transaction with this lock gives the address to an account. */
const lockAddress = (tx: Tx, email: string) =>
  tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.address, email]);

/**
 * All users with that address, by account or by invitation. The address and their rows stay locked until the
 * transaction ends.
 */
export async function lockPeople(tx: Tx, email: string): Promise<User[]> {
  await lockAddress(tx, email);
  return tx.manager
    .createQueryBuilder(User, 'u')
    .where('u.email = :email OR u.invitedEmail = :email', { email })
    .orderBy('u.id')
    .setLock('for_no_key_update')
    .getMany();
}

/**
 * Turns the entry into the account of its address. The caller holds all rows with the address and has found no
 * account.
 * @throws AppError as `addUser`.
 */
export async function becomeAccount(tx: Tx, { id, invitedEmail }: User): Promise<void> {
  await refuseKeptAddress(tx, invitedEmail!);
  await tx.manager.update(User, { id }, { email: invitedEmail!, invitedEmail: null });
}

/** Anonymises an entry that is no longer needed. */
export async function forgetInvited(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `UPDATE users SET name = 'Deleted user', email = 'deleted-' || id || $2, invited_email = NULL, image = NULL,
            suspended_at = NULL, updated_at = now() WHERE id = $1 AND invited_email IS NOT NULL`,
    [userId, DEPARTED],
  );
}

/** Prevents the user from signing in, or allows it again. The caller ends open sessions. */
export async function suspendUser(tx: Tx, userId: string, isSuspended: boolean): Promise<void> {
  await tx.manager.update(User, { id: userId }, { suspendedAt: isSuspended ? new Date() : null });
}

/**
 * Locks the user's row. Returns false if their access has ended since it was proven. With KEY SHARE, requests of one user do
 * not wait for each other, but a change of their address waits for all of them.
 */
export async function lockAccess(
  tx: Tx,
  { userId, accessVersion }: Access,
  mode: 'NO KEY UPDATE' | 'KEY SHARE' = 'NO KEY UPDATE',
): Promise<boolean> {
  const held = await tx.query(`SELECT 1 FROM users WHERE id = $1 AND access_version = $2 FOR ${mode}`, [
    userId,
    accessVersion,
  ]);
  return held.length > 0;
}

/** Ends what was proven before; locks the user's row first, as `lockAccess` does. Returns the new version. */
export async function renewAccess(tx: Tx, userId: string): Promise<number> {
  const [renewed] = await tx.query<Access>(
    'UPDATE users SET access_version = access_version + 1 WHERE id = $1 RETURNING access_version AS "accessVersion"',
    [userId],
  );
  const { accessVersion } = renewed!;
  const actor = currentRequest()?.actor;
  // The request that ends the caller's other sessions goes on.
  if (actor?.userId === userId) actor.accessVersion = accessVersion;
  return accessVersion;
}

/** Marks the user's e-mail address as verified. */
export async function verifyUser(tx: Tx, userId: string): Promise<void> {
  await tx.manager.update(User, { id: userId }, { emailVerified: true });
}

/** Locks the projects that hold copies of the client's name and address, in the order of everyone who locks several. */
const lockCopies = (tx: Tx, userId: string): Promise<unknown> =>
  tx.query('SELECT 1 FROM projects WHERE client_id = $1 ORDER BY id FOR NO KEY UPDATE', [userId]);

/** Changes the address that a user signs in with, and returns the previous one; null for a deleted account. */
export async function changeAddress(tx: Tx, userId: string, email: string): Promise<string | null> {
  const user = await tx.manager.findOne(User, {
    where: { id: userId, email: Not(Like(`%${DEPARTED}`)) },
    lock: { mode: 'for_no_key_update' },
  });
  if (!user) return null;
  await lockCopies(tx, userId);
  await tx.manager.update(User, { id: userId }, { email, emailVerified: true });
  await renewAccess(tx, userId);
  return user.email;
}

export async function renameUser(tx: Tx, userId: string, name: string): Promise<void> {
  await lockCopies(tx, userId);
  await tx.manager.update(User, { id: userId }, { name });
}

/** Sets the picture as a data URL, or removes it. A deleted account stays without one. */
export async function setAvatar(tx: Tx, userId: string, image: string | null): Promise<void> {
  await tx.manager.update(User, { id: userId, email: Not(Like(`%${DEPARTED}`)) }, { image });
}

/** Adds the person's profile if there is none, and sets the fields given. */
export async function saveProfile(tx: Tx, userId: string, fields: Partial<Omit<Profile, 'userId'>>): Promise<void> {
  await tx.query('INSERT INTO profiles (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  if (Object.keys(fields).length > 0) await tx.manager.update(Profile, { userId }, fields);
}

/** Deletes the profile and anonymises the user's row. */
export async function anonymiseUser(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM profiles WHERE user_id = $1', [userId]);
  await tx.query(
    `UPDATE users SET name = 'Deleted user', email = 'deleted-' || id || $2, image = NULL, studio_id = NULL,
            invited_email = NULL, is_operator = false, updated_at = now()
     WHERE id = $1`,
    [userId, DEPARTED],
  );
}
