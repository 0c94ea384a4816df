import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';
import { projectStatuses } from './project-status.js';

/** A project's status changed; `byHand` when a person chose it, `actorId` null when the product itself acted. */
export const projectStatusChanged = defineEvent(
  'projects.status-changed',
  z.object({
    projectId: id,
    from: z.enum(projectStatuses),
    to: z.enum(projectStatuses),
    byHand: z.boolean(),
    actorId: id.nullable(),
  }),
);
