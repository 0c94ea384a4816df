import { z } from 'zod';
import { audioTagsSchema, probeFactsSchema } from '../../platform/audio/facts.js';
import { text } from '../../platform/http/fields.js';

const tag = text(300).nullable();

/**
 * What a browser says that a file's header and tags are, before the file is sent. Nobody has checked it: it serves for
 * suggestions while the file is on its way, and what is read in the file itself replaces it.
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
