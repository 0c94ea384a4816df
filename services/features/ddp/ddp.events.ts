import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Someone wants to download a disc whose image has no checksums yet. */
export const discImageWanted = defineEvent(
  'ddp.image-wanted',
  z.object({ projectId: id, disc: z.number().int(), key: z.string() }),
);
