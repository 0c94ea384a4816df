import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A quote went to the client; `revised` when it took the place of one that was pending or rejected. */
export const quoteSent = defineEvent(
  'quotes.sent',
  z.object({ quoteId: id, projectId: id, actorId: id, revised: z.boolean() }),
);

/** The client accepted or rejected a quote. */
export const quoteAnswered = defineEvent(
  'quotes.answered',
  z.object({ quoteId: id, projectId: id, actorId: id, accepted: z.boolean() }),
);
