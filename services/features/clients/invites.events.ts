import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** An invite is to be mailed; `sending` counts the mails of one invite, and only the last one's link works. */
export const inviteSent = defineEvent('invites.sent', z.object({ inviteId: id, sending: z.number().int() }));

/** Somebody with an account has agreed to a studio: what it has kept under its own entry of them is theirs. */
export const entryMerged = defineEvent('clients.entry-merged', z.object({ entryId: id, userId: id }));
