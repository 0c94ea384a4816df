import type { Tx } from '../../platform/database/tx.js';
import { sessionEnded } from './auth.events.js';

/** Ends a person's sessions and every way to sign in again. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  tx.live(sessionEnded(userId));
}
