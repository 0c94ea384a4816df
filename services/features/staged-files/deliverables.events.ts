import { z } from 'zod';
import { deliverableKinds } from '../../platform/domain-words.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/**
 * A file that is delivered besides the masters has arrived in staging, or a staged file has become one. Its object is
 * complete; `audioId` leads to it.
 */
export const deliverableStaged = defineEvent(
  'staging.deliverable-staged',
  z.object({ projectId: id, stagingFileId: id, audioId: id, kind: z.enum(deliverableKinds) }),
);
