import type { Tx } from '../../platform/database/tx.js';
import { Invite } from './invite.entity.js';
import { StudioClient } from './studio-client.entity.js';

export async function addClient(tx: Tx, studioId: string, userId: string): Promise<void> {
  await tx.manager.insert(StudioClient, { studioId, userId });
}

/** Takes a person out of every studio, and their invitations with them. */
export async function leaveStudios(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  await tx.manager.delete(StudioClient, { userId });
  await tx.manager.delete(Invite, { email });
}

/** Somebody who was only a name has an account now: what they will say of themselves is for studios whose invitation they accept. */
export async function closeProfile(tx: Tx, userId: string): Promise<void> {
  await tx.manager.update(StudioClient, { userId }, { sharesProfile: false });
}
