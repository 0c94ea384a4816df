import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A quote was sent to the client; `revised` if it replaced a pending or rejected one. */
export const quoteSent = defineEvent(
  'quotes.sent',
  z.object({ quoteId: id, projectId: id, actorId: id, revised: z.boolean() }),
);

/** The client accepted or rejected a quote. */
export const quoteAnswered = defineEvent(
  'quotes.answered',
  z.object({ quoteId: id, projectId: id, actorId: id, accepted: z.boolean() }),
);
