import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import type { LiveEvent } from '../../platform/events/live.js';
import { id } from '../../platform/http/fields.js';
import { linkKinds } from './sign-in-link.js';

export const SESSION_TOPIC = 'session';

/** Some session of this person is over: their open streams are looked at again. */
export const sessionEnded = (userId: string): LiveEvent => ({
  topic: SESSION_TOPIC,
  studioId: null,
  userIds: [userId],
});

/** Somebody asked for a link by mail; whether there is anybody to send it to is known to the worker only. */
export const linkRequested = defineEvent('auth.link-requested', z.object({ linkId: id, kind: z.enum(linkKinds) }));
