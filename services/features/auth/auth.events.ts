import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
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

/** What sessions of this studio's engineers may do has changed: their open streams are looked at again. */
export const studioSessionsChanged = (studioId: string): LiveEvent => ({ topic: SESSION_TOPIC, studioId });

/** What somebody has to hear by mail, since it may have been done by somebody else. */
export const securityChanges = ['password_changed', 'second_factor_on', 'second_factor_off', 'codes_stopped'] as const;
export type SecurityChange = (typeof securityChanges)[number];

export const securityChanged = defineEvent(
  'auth.security-changed',
  z.object({ userId: id, change: z.enum(securityChanges), at: z.iso.datetime() }),
);

/** Somebody asked for a link by mail; whether there is anybody to send it to is known to the worker only. */
export const linkRequested = defineEvent('auth.link-requested', z.object({ linkId: id, kind: z.enum(linkKinds) }));

/** Has the person told of it by mail. */
export function tellOfChange(tx: Tx, userId: string, change: SecurityChange): void {
  tx.emit(securityChanged, { userId, change, at: clock.now().toISOString() });
}
