import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** An invitation is to be mailed. `sending` counts its mails; only the link of the last one works. */
export const inviteSent = defineEvent('invites.sent', z.object({ inviteId: id, sending: z.number().int() }));

/**
 * A person with an account has accepted an invitation: data under the studio's own entry now belongs to the account.
 */
export const entryMerged = defineEvent('clients.entry-merged', z.object({ entryId: id, userId: id }));
