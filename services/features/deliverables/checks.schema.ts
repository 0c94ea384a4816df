import { z } from 'zod';
import { id } from '../../platform/http/fields.js';
import { severities } from './findings.js';

export const deliverableCheckSchema = z
  .object({
    stagingFileId: id,
    /** Such as `WAV 24/48 · 10 bed channels, 8 objects`; null if the analysis says it all. */
    facts: z.string().nullable(),
    findings: z.array(z.object({ severity: z.enum(severities), text: z.string() })),
  })
  .meta({ id: 'DeliverableCheck' });
export type DeliverableCheckView = z.infer<typeof deliverableCheckSchema>;

export const deliverableChecksSchema = z.object({ checks: z.array(deliverableCheckSchema) });
