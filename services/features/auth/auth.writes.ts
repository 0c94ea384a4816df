import type { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { sessionEnded } from './auth.events.js';
import { demoUsers } from './dev-mode.policy.js';

export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  tx.live(sessionEnded(userId));
}

/** Ends a user's sessions and mailed links, and deletes their credentials. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  await tx.query(
    `DELETE FROM verifications WHERE identifier ~ '^(reset|magic|address):' AND value::jsonb->>'userId' = $1`,
    [userId],
  );
  tx.live(sessionEnded(userId));
}

/** Ends sessions of the demo users, which only exist in Dev Mode. */
export async function endDemoSessions(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM sessions s WHERE s.user_id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = s.user_id)`,
    [Object.values(demoUsers)],
  );
}
