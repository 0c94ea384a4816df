import { z } from 'zod';
import { audioTagsSchema, probeFactsSchema } from '../../platform/audio/facts.js';
import { text } from '../../platform/http/fields.js';

const tag = text(300).nullable();

/**
 * Header and tags that the browser read before it sent the file. The values are unverified: they serve for suggestions
 * during the upload and are replaced by what the server reads from the file.
 */
export const headerHintSchema = probeFactsSchema
  .omit({ codec: true })
  .extend({
    sampleRateHz: z.number().int().min(1).max(10_000_000),
    channels: z.number().int().min(1).max(255),
    bitsStored: z.number().int().min(1).max(64).nullable(),
    durationS: z.number().min(0).max(1_000_000).nullable(),
    tags: audioTagsSchema.pick({ title: true, artist: true, album: true, trackNumber: true, isrc: true }).extend({
      title: tag,
      artist: tag,
      album: tag,
      trackNumber: z.number().int().min(0).max(9999).nullable(),
      isrc: tag,
    }),
  })
  .meta({ id: 'StagingHeader' });
export type HeaderHint = z.infer<typeof headerHintSchema>;
