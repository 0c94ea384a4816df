import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** The client's side proposed another order or other titles, or changed its proposal. */
export const albumProposed = defineEvent('album.proposed', z.object({ projectId: id, proposalId: id, actorId: id }));

/** The engineer accepted or declined a proposal. */
export const proposalAnswered = defineEvent(
  'album.proposal-answered',
  z.object({ projectId: id, proposalId: id, actorId: id }),
);
