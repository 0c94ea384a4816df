import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';

/** A browser that is signed in, without what would open it. */
export const ownSessionSchema = z
  .object({
    id,
    /** The one that asks. */
    current: z.boolean(),
    createdAt: time,
    /** To the day. */
    lastUsedAt: time,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof ownSessionSchema>;
