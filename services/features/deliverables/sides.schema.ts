import { z } from 'zod';
import { vinylFormatNames } from '../../album-times/limits.js';
import { id } from '../../platform/http/fields.js';
import { madeCopySchema } from '../ddp/ddp.schema.js';

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

export const sidesSchema = z.object({
  sides: z.array(sideSchema),
  copies: z.array(madeCopySchema),
  can: z.object({ download: z.boolean() }),
});
export type SidesView = z.infer<typeof sidesSchema>;

export const sideName = z.string().regex(/^[A-Z]$/);
export const sideVersion = z.string().regex(/^[0-9a-f]{32}$/);
