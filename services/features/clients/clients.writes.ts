import { In } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { Invite } from './invite.entity.js';
import { StudioClient } from './studio-client.entity.js';

export async function addClient(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.insert(StudioClient, { studioId, userId });
}

/**
 * Takes a person out of every studio, and their invitations with them. A studio that has invited them and got no answer
 * must not learn that there was an account: for it the invitation was declined.
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

/** Somebody who was only a name has an account now: what they will say of themselves is for studios whose invitation they accept. */
export async function closeProfile(tx: Tx, userId: string): Promise<void> {
  await tx.manager.update(StudioClient, { userId }, { sharesProfile: false });
}
