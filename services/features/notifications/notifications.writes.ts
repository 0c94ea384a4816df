import type { Tx } from '../../platform/database/tx.js';
import { storable } from '../../platform/text.js';
import { Notification } from './notification.entity.js';
import { notificationCreated } from './notifications.events.js';

/** Notifies one person, in the portal at once and by e-mail soon. */
export async function notify(
  tx: Tx,
  news: Pick<Notification, 'userId' | 'type' | 'message' | 'metadata'>,
): Promise<void> {
  const { identifiers } = await tx.manager.insert(Notification, { ...news, message: storable(news.message) });
  tx.emit(notificationCreated, { notificationId: identifiers[0]!.id as string });
  tx.live({ topic: 'notifications', studioId: null, userIds: [news.userId] });
}
