import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** One release: `masters` when it filled an empty slot, `revisions` when it replaced what a slot held. */
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
