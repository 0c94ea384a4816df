import { z } from 'zod';
import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { defineEvent } from '../../platform/events/define-event.js';
import type { LiveEvent } from '../../platform/events/live.js';
import { id } from '../../platform/http/fields.js';
import { linkKinds } from './sign-in-link.js';

export const SESSION_TOPIC = 'session';

/** A session of this user has ended; open event streams check theirs again. */
export const sessionEnded = (userId: string): LiveEvent => ({
  topic: SESSION_TOPIC,
  studioId: null,
  userIds: [userId],
});

/** Permissions of sessions in this studio have changed; open event streams check theirs again. */
export const studioSessionsChanged = (studioId: string): LiveEvent => ({ topic: SESSION_TOPIC, studioId });

/** Changes that users are notified about by mail, because someone else may have made them. */
export const securityChanges = [
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'codes_stopped',
  'address_changed',
  'address_restored',
  'address_replaced',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

export const securityChanged = defineEvent(
  'auth.security-changed',
  z.object({
    userId: id,
    change: z.enum(securityChanges),
    at: z.iso.datetime(),
    /** The link that changes the sign-in address back; the mail goes to the address that it restores. */
    undoLinkId: id.optional(),
    /** An address that the user no longer has, which nothing else stores. */
    to: z.string().optional(),
    /** A time as the database's text. The mail lists what the account has done since then. */
    since: z.string().optional(),
  }),
);

/** A link was requested by mail. Only the worker finds out whether the address has an account. */
export const linkRequested = defineEvent('auth.link-requested', z.object({ linkId: id, kind: z.enum(linkKinds) }));

/** Notifies the user of a security change by mail. */
export function notifySecurityChange(
  tx: Tx,
  userId: string,
  change: SecurityChange,
  mail: { undoLinkId?: string; to?: string; since?: string } = {},
): void {
  tx.emit(securityChanged, { userId, change, at: clock.now().toISOString(), ...mail });
}
