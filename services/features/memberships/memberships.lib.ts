import type { Database } from '../../platform/database/database.js';
import type { Role } from '../../platform/http/actor.js';
import { Studio } from '../studio/studio.entity.js';
import { SUSPENDED_AT } from './memberships.policy.js';

/**
 * The studio that a user deals with: an engineer's own or a client's only one. Null for clients of several studios or
 * none; studios that have suspended the client do not count.
 */
export async function onlyStudioOf(database: Database, userId: string): Promise<Studio | null> {
  const found = await database.query<{ studioId: string }>(
    `SELECT u.studio_id AS "studioId" FROM users u WHERE u.id = $1 AND u.studio_id IS NOT NULL
     UNION ALL
     (SELECT c.studio_id FROM studio_clients c JOIN users u ON u.id = c.user_id
      WHERE c.user_id = $1 AND ${SUSPENDED_AT} IS NULL LIMIT 2)`,
    [userId],
  );
  return found.length === 1 ? database.manager.findOneBy(Studio, { id: found[0]!.studioId }) : null;
}

/**
 * The address for answers to a studio's mails: its own or, for clients of a studio that has set none, that of its first
 * engineer.
 */
export async function addressFor(
  database: Database,
  { id, contactEmail }: Pick<Studio, 'id' | 'contactEmail'>,
  reader: Role,
): Promise<string | null> {
  if (contactEmail || reader === 'engineer') return contactEmail;
  const [engineer] = await database.query<{ email: string }>(
    `SELECT email FROM users WHERE studio_id = $1 AND role = 'engineer' ORDER BY created_at, id LIMIT 1`,
    [id],
  );
  return engineer?.email ?? null;
}
