import type { LiveEvent } from '../../platform/events/live.js';

export const SESSION_TOPIC = 'session';

/** Some session of this person is over: their open streams are looked at again. */
export const sessionEnded = (userId: string): LiveEvent => ({
  topic: SESSION_TOPIC,
  studioId: null,
  userIds: [userId],
});
