import { z } from 'zod';
import { vinylFormatNames } from '../../album-times/limits.js';
import { id } from '../../platform/http/fields.js';
import { madeCopySchema } from '../ddp/ddp.schema.js';
import { findingSchema, foundTrackSchema } from './checks.schema.js';

export const sideSchema = z
  .object({
    /** A to Z. */
    name: z.string(),
    format: z.enum(vinylFormatNames),
    durationS: z.number(),
    tracks: z.array(z.object({ trackId: id, title: z.string(), startS: z.number(), durationS: z.number() })),
    /** Why it cannot be made of the vinyl masters; empty if it can. */
    refusals: z.array(z.string()),
    /** Facts that concern the lathe. */
    notes: z.array(z.string()),
    /** Null while it cannot be made. */
    made: z.object({ version: z.string(), fileName: z.string(), sizeBytes: z.number() }).nullable(),
  })
  .meta({ id: 'VinylSide' });

/** One file for a side, as it was uploaded. */
export const uploadedSideSchema = z
  .object({
    fileId: id,
    fileName: z.string(),
    /** Staged files are only listed for engineers. */
    isStaged: z.boolean(),
    side: z.string().nullable(),
    title: z.string(),
    durationS: z.number().nullable(),
    /** The tracks that were found on it, in its order. */
    tracks: z.array(foundTrackSchema),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'UploadedSide' });

export const sidesSchema = z.object({
  sides: z.array(sideSchema),
  copies: z.array(madeCopySchema),
  uploaded: z.array(uploadedSideSchema),
  can: z.object({ download: z.boolean() }),
});
export type SidesView = z.infer<typeof sidesSchema>;

export const sideName = z.string().regex(/^[A-Z]$/);
export const sideVersion = z.string().regex(/^[0-9a-f]{32}$/);
