import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';
import { roles } from '../users/users.schema.js';

export const activitySchema = z
  .object({
    id,
    type: z.string(),
    /** Null when the system acted. */
    actor: z.object({ id, name: z.string(), role: z.enum(roles) }).nullable(),
    message: z.string(),
    createdAt: time,
    fileId: id.nullable(),
    commentId: id.nullable(),
  })
  .meta({ id: 'Activity' });
export type ActivityView = z.infer<typeof activitySchema>;
