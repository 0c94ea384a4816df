import { z } from 'zod';
import type { LatheFacts } from '../../platform/audio/facts.js';

/** The facts of a Dolby Atmos master (ADM BWF). */
export const atmosReadingSchema = z.object({
  kind: z.literal('atmos'),
  /** False if it could not be read; the other facts are null then. */
  isAdm: z.boolean(),
  sampleRateHz: z.number().int().nullable(),
  bits: z.number().int().nullable(),
  channels: z.number().int().nullable(),
  durationS: z.number().nullable(),
  /** Why it could not be read. */
  fault: z.enum(['no_wave', 'no_chna', 'cut_short', 'format', 'two_ways']).optional(),
  /** Chunks that have less than they say. Missing in readings of the first version, like the next two. */
  cut: z.array(z.string()).optional(),
  /** Channels that `chna` does not name, and channels that it names and the file does not have. */
  unnamed: z.number().int().optional(),
  absent: z.number().int().optional(),
  hasAxml: z.boolean(),
  objects: z.number().int().nullable(),
  /** Speakers of the bed's channels; null for one without a name. */
  bed: z.array(z.string().nullable()),
  /** Measured on the bed, without objects; null without a bed. */
  loudness: z
    .object({
      integratedLkfs: z.number().nullable(),
      truePeakDbtp: z.number().nullable(),
      leadSilenceS: z.number().nullable(),
    })
    .nullable(),
});
export type AtmosReading = z.infer<typeof atmosReadingSchema>;

/** The tracks that were found on a side of a record, in its order. */
export interface SideReading {
  kind: 'vinyl_side';
  starts: { trackId: string; startS: number; agreement: number }[];
}

/** Figures for the lathe of a vinyl master, of which sides are made. */
export interface VinylReading {
  kind: 'vinyl_master';
  lathe: LatheFacts;
}

export type Reading = AtmosReading | SideReading | VinylReading;
