import { z } from 'zod';
import { id } from '../../platform/http/fields.js';
import { severities } from './findings.js';

export const foundTrackSchema = z.object({
  trackId: id,
  title: z.string(),
  startS: z.number(),
  /** Null if the track's length is not known. */
  endS: z.number().nullable(),
});
export const findingSchema = z.object({ severity: z.enum(severities), text: z.string() });

export const deliverableCheckSchema = z
  .object({
    fileId: id,
    isStaged: z.boolean(),
    /** Such as `24/48 · 12 channels: 10 of the bed, 2 objects` or `12 tracks · 45:10:22`; null for a side. */
    facts: z.string().nullable(),
    /** The tracks that were found on a side, in its order. */
    tracks: z.array(foundTrackSchema),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'DeliverableCheck' });
export type DeliverableCheckView = z.infer<typeof deliverableCheckSchema>;

export const deliverableChecksSchema = z.object({ checks: z.array(deliverableCheckSchema) });
