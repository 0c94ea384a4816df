import type { Config } from '../../../platform/config.js';
import type { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import { recordAudit } from '../../audit/audit.writes.js';
import type { LinkValue } from './auth-links.schema.js';
import { linkIdentifier, type LinkKind, linkToken, linkUrl } from './sign-in-link.js';

const VALID_S: Record<LinkKind, number> = { reset: 3600, magic: 600 };

/** Creates a password reset link for operators without mail. Null if no account has this address. */
export async function createResetLink(
  database: Database,
  config: Pick<Config, 'secret' | 'publicUrl'>,
  email: string,
): Promise<string | null> {
  const userId = await accountOf(database, email);
  if (!userId) return null;
  const id = await database.transaction(async (tx) => {
    const subject = `link to a new password made for ${email}`;
    await recordAudit(tx, { action: 'account_changed', subject, subjectId: userId });
    return createLink(tx, config, 'reset', { userId, next: null });
  });
  return linkUrl(config.publicUrl, 'reset', linkToken(config.secret, 'reset', id));
}

/** The user who can sign in with this address or has verified it; null if there is none. */
export async function accountOf(database: Pick<Tx, 'query'>, email: string): Promise<string | null> {
  const [user] = await database.query<{ id: string }>(
    `SELECT id FROM users u WHERE email = $1
       AND (email_verified OR EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = u.id))`,
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
): Promise<string> {
  const [made] = await tx.query<{ id: string }>('SELECT uuidv7() AS id');
  const { id } = made!;
  await tx.query(
    `INSERT INTO verifications (id, identifier, value, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 second')`,
    [id, linkIdentifier(kind, linkToken(secret, kind, id)), JSON.stringify(value), VALID_S[kind]],
  );
  return id;
}
