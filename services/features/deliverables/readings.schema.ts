import { z } from 'zod';

/** The facts of a Dolby Atmos master (ADM BWF). */
export const atmosReadingSchema = z.object({
  kind: z.literal('atmos'),
  /** False if it has no `chna` chunk; the other facts are null then. */
  isAdm: z.boolean(),
  sampleRateHz: z.number().int().nullable(),
  bits: z.number().int().nullable(),
  channels: z.number().int().nullable(),
  durationS: z.number().nullable(),
  hasAxml: z.boolean(),
  objects: z.number().int().nullable(),
  /** Speakers of the bed's channels; null for one without a name. */
  bed: z.array(z.string().nullable()),
});
export type AtmosReading = z.infer<typeof atmosReadingSchema>;

export type Reading = AtmosReading;
