import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** One release: `masters` is true if it filled an empty slot, `revisions` if it replaced a file in a slot. */
export const mastersReleased = defineEvent(
  'staging.masters-released',
  z.object({
    releaseId: id,
    projectId: id,
    actorId: id,
    fileIds: z.array(id),
    revisions: z.boolean(),
    masters: z.boolean(),
  }),
);
