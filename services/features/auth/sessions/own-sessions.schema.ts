import { z } from 'zod';
import { id, time } from '../../../platform/http/fields.js';

/** A session of the user, without its token. */
export const ownSessionSchema = z
  .object({
    id,
    /** Whether it is the session of this request. */
    current: z.boolean(),
    createdAt: time,
    /** Accurate to the day. */
    lastUsedAt: time,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSessionSchema>;
