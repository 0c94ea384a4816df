import type { Tx } from '../../platform/database/tx.js';
import type { ProjectRole } from '../../platform/domain-words.js';
import type { Project } from '../projects/project.entity.js';
import { DEPARTED } from '../users/users.policy.js';

/**
 * The project's client and its other people with one of these roles, as user ids. People are not notified after deleting their
 * account. A person who was invited is not notified before they have accepted the studio's invitation, nor while
 * the studio has suspended them.
 */
export async function peopleToTell(
  source: Pick<Tx, 'query'>,
  { id, clientId, studioId }: Pick<Project, 'id' | 'clientId' | 'studioId'>,
  roles: readonly ProjectRole[],
): Promise<string[]> {
  const rows = await source.query<{ id: string }>(
    `SELECT u.id FROM users u WHERE u.id = $2 AND u.email NOT LIKE '%${DEPARTED}'
     UNION ALL
     SELECT u.id FROM project_people person JOIN users u ON u.id = person.user_id
       JOIN studio_clients c ON c.user_id = u.id AND c.studio_id = $3
     WHERE person.project_id = $1 AND person.role = ANY($4) AND u.invited_email IS NULL
       AND coalesce(c.suspended_at, u.suspended_at) IS NULL`,
    [id, clientId, studioId, roles],
  );
  return rows.map((row) => row.id);
}
