import type { Tx } from '../../platform/database/tx.js';
import { User } from './user.entity.js';

export const addUser = (tx: Tx, user: Pick<User, 'name' | 'email'> & Partial<User>): Promise<User> =>
  tx.manager.save(tx.manager.create(User, user));

/** Whoever has that address, or a new person without a password; locked, as they are found by the same statement. */
export async function findOrAddUser(tx: Tx, name: string, email: string): Promise<User> {
  const [person] = await tx.query<{ id: string }>(
    `INSERT INTO users (name, email) VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET image = users.image RETURNING id`,
    [name, email],
  );
  return tx.manager.findOneByOrFail(User, { id: person!.id });
}

/** Nobody comes in as this person until it is taken back; running sessions are ended by whoever calls. */
export async function suspendUser(tx: Tx, userId: string, isSuspended: boolean): Promise<void> {
  await tx.manager.update(User, { id: userId }, { suspendedAt: isSuspended ? new Date() : null });
}

/** The address is theirs; `name` is what they call themselves. */
export async function verifyUser(tx: Tx, userId: string, name?: string): Promise<void> {
  await tx.manager.update(User, { id: userId }, { emailVerified: true, ...(name !== undefined && { name }) });
}
