import { z } from 'zod';
import { analysisFactsSchema, probeFactsSchema } from '../../platform/audio/facts.js';
import { time } from '../../platform/http/fields.js';
import { analysisStates } from './audio.entity.js';

const sound = analysisFactsSchema.omit({ sha256: true, sizeBytes: true });

/**
 * What is known of a file's sound so far: the probe's facts within milliseconds, the analysis's later.
 * Every figure is null until it is known.
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
    /** The figures come from another version of the engine than the present one. */
    stale: z.boolean(),
  })
  .extend(nullable(sound.shape))
  .meta({ id: 'Analysis' });

/** What an engineer should look at before a sound goes out in its slot; never a reason not to. */
export const checkSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    /** What would be well, such as 'at most −1 dBTP'. */
    threshold: z.string(),
    /** Where in the sound it is, in seconds: the first few places; none of what has no place. */
    atS: z.array(z.number()),
    /** Who has seen it and sends it out nevertheless; null while nobody has. */
    accepted: z.object({ userName: z.string(), at: time }).nullable(),
  })
  .meta({ id: 'Check' });
export type CheckView = z.infer<typeof checkSchema>;

type NullableShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodNullable<S[K] extends z.ZodType ? S[K] : never> };

function nullable<S extends z.ZodRawShape>(shape: S): NullableShape<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, z.nullable(field as z.ZodType)]),
  ) as NullableShape<S>;
}
