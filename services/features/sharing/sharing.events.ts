import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** The last missing byte of an edition was downloaded through a link; once per link and edition. */
export const deliveryFetched = defineEvent(
  'sharing.delivery-fetched',
  z.object({ linkId: id, projectId: id, edition: z.number().int() }),
);
