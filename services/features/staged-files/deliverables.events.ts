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

/**
 * Tracks or sounds of a project with uploaded sides or vinyl masters may have changed: the tracks on the sides are to be
 * found again, and new vinyl masters to be measured.
 */
export const sidesOutdated = defineEvent('staging.sides-outdated', z.object({ projectId: id }));
