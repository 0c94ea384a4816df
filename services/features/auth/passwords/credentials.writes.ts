import type { Tx } from '../../../platform/database/tx.js';

/**
 * Inserts a user's first password. The hash is computed before the transaction, because hashing is slow on purpose.
 * @throws if they already have one.
 */
export async function addPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query(
    `INSERT INTO accounts (account_id, provider_id, user_id, password) VALUES ($1::uuid::text, 'credential', $1::uuid, $2)`,
    [userId, hash],
  );
}

/** Sets a user's password, whether or not they had one. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  const changed = await tx.query(
    `UPDATE accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential' RETURNING 1`,
    [userId, hash],
  );
  if (changed.length === 0) await addPassword(tx, userId, hash);
}

/** Names and addresses of the user and their studios, which a password must not be made of. */
export async function namesAbout(source: Pick<Tx, 'query'>, userId: string): Promise<string[]> {
  const rows = await source.query<{ names: string[] }>(
    `SELECT ARRAY[u.name, u.email, s.name, s.brand_name] AS names FROM users u
     LEFT JOIN studio_clients c ON c.user_id = u.id LEFT JOIN studios s ON s.id IN (u.studio_id, c.studio_id)
     WHERE u.id = $1`,
    [userId],
  );
  return rows.flatMap(({ names }) => names.filter(Boolean));
}

/**
 * Deletes mailed links, because a new password or address invalidates them; but not those that change the address back,
 * which protect from whoever changed both.
 */
export async function endMailedLinks(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM verifications WHERE identifier ~ '^(reset|magic|address):' AND value::jsonb->>'userId' = $1
       AND value::jsonb->>'undo' IS NULL`,
    [userId],
  );
}
