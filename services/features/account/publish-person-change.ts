import type { Tx } from '../../platform/database/tx.js';
import type { Actor } from '../../platform/http/actor.js';

/** Notifies the person's other windows, and the studios that have them as a client, of a change. */
export async function publishPersonChange(tx: Tx, { userId, studioId }: Actor): Promise<void> {
  const studios = await tx.query<{ id: string }>('SELECT studio_id AS id FROM studio_clients WHERE user_id = $1', [
    userId,
  ]);
  tx.live({ topic: 'people', id: userId, studioId, userIds: [userId] });
  for (const { id } of studios) tx.live({ topic: 'people', id: userId, studioId: id });
}
