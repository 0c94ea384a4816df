import { z } from 'zod';
import { slotTypes } from '../../platform/domain-words.js';
import { id, line, message, paragraph, requiredLine, wholeTexts } from '../../platform/http/fields.js';

export const slotSchema = z
  .object({
    id,
    trackId: id,
    slotType: z.enum(slotTypes),
    isRequired: z.boolean(),
    fileId: id.nullable(),
    stagingFileId: id.nullable(),
  })
  .meta({ id: 'Slot' });
export type SlotView = z.infer<typeof slotSchema>;

export const trackSchema = z
  .object({
    id,
    trackNumber: z.number().int(),
    title: z.string(),
    isrc: z.string().nullable(),
    notes: z.string().nullable(),
    /** Warnings about the track, such as an invalid ISRC. */
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Track' });

export const trackEntrySchema = z.object({ track: trackSchema, slots: z.array(slotSchema) }).meta({ id: 'TrackEntry' });
export type TrackEntry = z.infer<typeof trackEntrySchema>;

export const trackListSchema = z.object({ tracks: z.array(trackEntrySchema) });

const optionalText = (schema: z.ZodType<string>) => schema.nullish().transform((value) => value || null);

const NOT_POSITIVE = 'Track number must be positive';
const trackFields = wholeTexts({
  trackNumber: z.number().int().min(1, NOT_POSITIVE).max(9999).meta(message(NOT_POSITIVE)),
  title: requiredLine(200, 'Title is required'),
  isrc: optionalText(line(40)),
  notes: optionalText(paragraph(5_000)),
});

export const createTrackSchema = z.object(trackFields).meta({ id: 'CreateTrack' });
export type CreateTrack = z.infer<typeof createTrackSchema>;

const BATCH = 500;

/** Creates all tracks or none. */
export const createTracksSchema = z
  .object({
    tracks: z
      .array(z.object(trackFields))
      .min(1)
      .max(BATCH)
      .refine((tracks) => new Set(tracks.map((track) => track.trackNumber)).size === tracks.length, {
        message: 'Track numbers must differ',
      }),
  })
  .meta({ id: 'CreateTracks' });
export type CreateTracks = z.infer<typeof createTracksSchema>;

/** Absent fields stay as they are. */
export const updateTrackSchema = z
  .object(
    wholeTexts({
      trackNumber: trackFields.trackNumber.optional(),
      title: trackFields.title.optional(),
      isrc: line(40).nullable().optional(),
      notes: paragraph(5_000).nullable().optional(),
    }),
  )
  .meta({ id: 'UpdateTrack' });
export type UpdateTrack = z.infer<typeof updateTrackSchema>;

export const createSlotSchema = z
  .object({ slotType: z.enum(slotTypes), isRequired: z.boolean().default(false) })
  .meta({ id: 'CreateSlot' });

/** Null removes the file from the slot; absent fields stay as they are. */
export const updateSlotSchema = z
  .object({
    isRequired: z.boolean().optional(),
    fileId: id.nullable().optional(),
    stagingFileId: id.nullable().optional(),
  })
  .meta({ id: 'UpdateSlot' });
export type UpdateSlot = z.infer<typeof updateSlotSchema>;
