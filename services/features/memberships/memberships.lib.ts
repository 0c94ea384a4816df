import type { Database } from '../../platform/database/database.js';
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
