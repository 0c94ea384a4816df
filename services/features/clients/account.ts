import type { Tx } from '../../platform/database/tx.js';

/** Whether the user `u` can sign in or has verified their address. Other users are only entries made by an engineer. */
export const HAS_ACCOUNT = '(u.email_verified OR EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = u.id))';

export async function hasAccount(database: Pick<Tx, 'query'>, userId: string): Promise<boolean> {
  const [found] = await database.query(`SELECT 1 FROM users u WHERE u.id = $1 AND ${HAS_ACCOUNT}`, [userId]);
  return found !== undefined;
}
