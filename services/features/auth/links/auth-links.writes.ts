import type { Config } from '../../../platform/config.js';
import type { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { AppError } from '../../../platform/errors.js';
import { recordAudit } from '../../audit/audit.writes.js';
import type { Access } from '../../users/users.policy.js';
import { assertAccess } from '../auth.writes.js';
import { linkIdentifier, type LinkKind, linkToken, linkUrl } from '../sign-in-link.js';
import { type LinkValue, linkValueSchema } from './auth-links.schema.js';

const VALID_S: Record<LinkKind, number> = { reset: 3600, magic: 600, address: 86_400 };

export const LINK_USED = 'link_used';

/**
 * Creates a password reset link for operators without mail. Null if no account has this address. The
 * operator passes it on, so the address must still be the account's, and the operator's session must not have ended.
 * @throws AppError 401
 */
export async function createResetLink(
  database: Database,
  config: Pick<Config, 'secret' | 'publicUrl'>,
  email: string,
  operator?: Access,
): Promise<string | null> {
  const id = await database.transaction(async (tx) => {
    if (operator) await assertAccess(tx, operator);
    const userId = await accountOf(tx, email);
    if (!userId) return null;
    const subject = `link to a new password made for ${email}`;
    await recordAudit(tx, { action: 'account_changed', subject, subjectId: userId });
    return createLink(tx, config, 'reset', { userId, next: null });
  });
  return id && linkUrl(config.publicUrl, 'reset', linkToken(config.secret, 'reset', id));
}

/**
 * The user who can sign in with this address or has verified it; null if there is none. Their row stays locked, so that a
 * change of the address either ends the link that is created for it or comes before it.
 */
export async function accountOf(tx: Tx, email: string): Promise<string | null> {
  const [user] = await tx.query<{ id: string }>(
    `SELECT id FROM users u WHERE email = $1
       AND (email_verified OR EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = u.id))
     FOR NO KEY UPDATE`,
    [email],
  );
  return user?.id ?? null;
}

/** Stores a link and returns its id. */
export async function createLink(
  tx: Tx,
  { secret }: Pick<Config, 'secret'>,
  kind: LinkKind,
  value: LinkValue,
  validS = VALID_S[kind],
): Promise<string> {
  const [made] = await tx.query<{ id: string }>('SELECT uuidv7() AS id');
  const { id } = made!;
  await tx.query(
    `INSERT INTO verifications (id, identifier, value, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 second')`,
    [id, linkIdentifier(kind, linkToken(secret, kind, id)), JSON.stringify(value), validS],
  );
  return id;
}

/** A link that was just used. `createdAt` is the database's text, because a Date has no microseconds. */
export type RedeemedLink = LinkValue & Access & { id: string; createdAt: string };

/**
 * Deletes the link and returns its data. The user's row is locked first, so that of several links that end each other
 * one is used after the other.
 * @throws AppError 410 for a used or expired link.
 */
export async function redeemLink(tx: Tx, kind: LinkKind, token: string): Promise<RedeemedLink> {
  const identifier = linkIdentifier(kind, token);
  const [user] = await tx.query<Pick<Access, 'accessVersion'>>(
    `SELECT access_version AS "accessVersion" FROM users
     WHERE id = (SELECT (value::jsonb->>'userId')::uuid FROM verifications WHERE identifier = $1) FOR NO KEY UPDATE`,
    [identifier],
  );
  const [found] = await tx.query<{ id: string; value: string; createdAt: string }>(
    `DELETE FROM verifications WHERE identifier = $1 AND expires_at > now()
     RETURNING id, value, created_at::text AS "createdAt"`,
    [identifier],
  );
  const link = accountBehind(found);
  return { ...link, ...user!, id: found!.id, createdAt: found!.createdAt };
}

export function accountBehind(link: { value: string } | undefined): LinkValue & { userId: string } {
  const value = link && linkValueSchema.parse(JSON.parse(link.value));
  if (!value?.userId) throw new AppError(410, LINK_USED, 'This link has been used or has expired');
  return { ...value, userId: value.userId };
}
