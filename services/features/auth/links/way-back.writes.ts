import type { Config } from '../../../platform/config.js';
import type { Tx } from '../../../platform/database/tx.js';
import { endSessions } from '../auth.writes.js';
import { createLink } from './auth-links.writes.js';

/** Time in which a previous sign-in address can take the account back. */
const VALID_S = 7 * 86_400;

/** SQL: whether a row is a valid link that changes the sign-in address of user $1 back. */
const IS_WAY_BACK = `identifier ~ '^address:' AND expires_at > now()
  AND value::jsonb->>'userId' = $1 AND value::jsonb->>'undo' = 'true'`;

export interface WayBack {
  id: string;
  email: string;
}

/** The user's ways back in the order in which the addresses were replaced. The earliest one decides whose account it is. */
export const waysBack = (tx: Tx, userId: string): Promise<WayBack[]> =>
  tx.query<WayBack>(`SELECT id, value::jsonb->>'email' AS email FROM verifications WHERE ${IS_WAY_BACK} ORDER BY id`, [
    userId,
  ]);

/** Adds a way back to the address and returns its id. Earlier ones stay valid as long, so that no later one outlives them. */
export async function addWayBack(
  tx: Tx,
  config: Pick<Config, 'secret'>,
  userId: string,
  email: string,
): Promise<string> {
  const id = await createLink(tx, config, 'address', { userId, next: null, email, undo: true }, VALID_S);
  await tx.query(
    `UPDATE verifications SET expires_at = now() + $2 * interval '1 second', updated_at = now() WHERE ${IS_WAY_BACK}`,
    [userId, VALID_S],
  );
  return id;
}

/** Ends the ways back to addresses that the user had after that of the given link. */
export const endLaterWaysBack = (tx: Tx, userId: string, linkId: string): Promise<unknown> =>
  tx.query(`DELETE FROM verifications WHERE ${IS_WAY_BACK} AND id > $2`, [userId, linkId]);

/**
 * Ends every session, the password, and the sign-in providers that were added since the address was changed. The
 * password's row stays, so that only a mailed link can set a new one (see `CredentialsService.confirm`). Whoever changed
 * the address may have switched two-step sign-in on before; an older second factor stays, so that an old mailbox alone
 * opens no account.
 */
export async function endAccessSince(tx: Tx, userId: string, changedAt: string): Promise<void> {
  await endSessions(tx, userId);
  await tx.query(
    `UPDATE accounts SET password = NULL, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId],
  );
  await tx.query(`DELETE FROM accounts WHERE user_id = $1 AND provider_id <> 'credential' AND created_at > $2`, [
    userId,
    changedAt,
  ]);
  await tx.query(
    `DELETE FROM second_factors WHERE user_id = $1
       AND coalesce(confirmed_at, created_at) > $2::timestamptz - $3 * interval '1 second'`,
    [userId, changedAt, VALID_S],
  );
}
