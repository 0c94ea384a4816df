import { z } from 'zod';
import { analysisFactsSchema, probeFactsSchema } from '../../platform/audio/facts.js';
import { time } from '../../platform/http/fields.js';
import { analysisStates } from './audio.entity.js';

const sound = analysisFactsSchema.omit({ lathe: true, sha256: true, flacMd5: true, crc32: true, sizeBytes: true });

/**
 * The analysis of a file so far: facts of the header probe within milliseconds, facts of the full analysis later. A
 * figure is null until it is known.
 */
export const analysisSchema = z
  .object({
    state: z.enum(analysisStates),
    /** 0–1 while running. */
    progress: z.number(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    container: probeFactsSchema.shape.container.nullable(),
    codec: z.string().nullable(),
    hasPeaks: z.boolean(),
    hasPreview: z.boolean(),
    /** The figures were measured by another version of the audio engine than the current one. */
    stale: z.boolean(),
  })
  .extend(nullable(sound.shape))
  .meta({ id: 'Analysis' });

/** A finding that an engineer should look at before audio is released in its slot. It never blocks a release. */
export const checkSchema = z
  .object({
    code: z.string(),
    /** Findings of one kind can be accepted together, such as 'True peak above −1 dBTP'. */
    kind: z.string(),
    message: z.string(),
    /** The acceptable range, such as 'at most −1 dBTP'. */
    threshold: z.string(),
    /** The first few positions of the fault in seconds; empty when it has no position. */
    atS: z.array(z.number()),
    /** The engineer who accepted the finding; null while it is open. */
    accepted: z.object({ userName: z.string(), at: time, reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'Check' });
export type CheckView = z.infer<typeof checkSchema>;

type NullableShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodNullable<S[K] extends z.ZodType ? S[K] : never> };

function nullable<S extends z.ZodRawShape>(shape: S): NullableShape<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, z.nullable(field as z.ZodType)]),
  ) as NullableShape<S>;
}
