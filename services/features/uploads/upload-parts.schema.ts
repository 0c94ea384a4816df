import { z } from 'zod';
import { time } from '../../platform/http/fields.js';

export const partsSchema = z
  .object({
    sizeBytes: z.number().int(),
    sentBytes: z.number().int(),
    /**
     * The next missing parts in order. Send them and ask again; an empty list means that the file has arrived and can
     * be registered.
     */
    parts: z.array(
      z
        .object({
          partNumber: z.number().int(),
          offset: z.number().int(),
          sizeBytes: z.number().int(),
          uploadUrl: z.string(),
          method: z.literal('PUT'),
          headers: z.record(z.string(), z.string()),
          expiresAt: time,
        })
        .meta({ id: 'StagingPart' }),
    ),
  })
  .meta({ id: 'StagingParts' });
export type PartsView = z.infer<typeof partsSchema>;
