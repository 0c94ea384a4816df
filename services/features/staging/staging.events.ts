import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** One release: the files that the client has got by it, and whether they are new or replace earlier ones. */
export const mastersReleased = defineEvent(
  'staging.masters-released',
  z.object({
    releaseId: id,
    projectId: id,
    actorId: id,
    fileIds: z.array(id).min(1),
    masters: z.boolean(),
    revisions: z.boolean(),
  }),
);
