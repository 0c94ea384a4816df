import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { Invite } from './invite.entity.js';
import { StudioClient } from './studio-client.entity.js';

export async function addClient(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.insert(StudioClient, { studioId, userId });
}

/**
 * Removes a person from every studio, and deletes their invitations. A studio whose invitation they never answered must
 * not learn that an account existed, so it sees the invitation as declined.
 */
export async function leaveStudios(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const left = await tx.query<{ studioId: string }>(
    'DELETE FROM studio_clients WHERE user_id = $1 RETURNING studio_id AS "studioId"',
    [userId],
  );
  await tx.manager.delete(Invite, { email, studioId: In(left.map(({ studioId }) => studioId)) });
  const declined = await tx.query<{ studioId: string }>(
    `UPDATE invites SET state = 'declined' WHERE email = $1 AND state = 'pending' RETURNING studio_id AS "studioId"`,
    [email],
  );
  for (const { studioId } of declined) tx.live({ topic: 'clients', studioId });
}

/**
 * Hides the profile when a person who was only an entry gets an account. From then on it is shared with studios whose
 * invitation they accept.
 */
export async function closeProfile(tx: Tx, userId: string): Promise<void> {
  await tx.manager.update(StudioClient, { userId }, { sharesProfile: false });
}
