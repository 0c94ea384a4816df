import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { endMemberships } from '../memberships/memberships.writes.js';
import { Invite } from './invite.entity.js';

/**
 * Removes a person from every studio, and deletes their invitations. A studio whose invitation they never answered must
 * not learn that an account existed, so it sees the invitation as declined.
 */
export async function leaveStudios(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const left = await endMemberships(tx, userId);
  await tx.manager.delete(Invite, { email, studioId: In(left) });
  const declined = await tx.query<{ studioId: string }>(
    `UPDATE invites SET state = 'declined' WHERE email = $1 AND state = 'pending' RETURNING studio_id AS "studioId"`,
    [email],
  );
  for (const { studioId } of declined) tx.live({ topic: 'clients', studioId });
}
