import { z } from 'zod';
import { slotTypes } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';

export const conventionSchema = z
  .object({
    id,
    /** As it was written last, such as `M2`. */
    token: z.string(),
    slotType: z.enum(slotTypes),
    /** Files with the token that stand, or stood when they were released, in this slot. */
    for: z.number().int(),
    /** The same in other slots. */
    against: z.number().int(),
    /** 0–1: how far the suggestions believe it; 1 is as good as a word that everybody uses. */
    trust: z.number().min(0).max(1),
    /** Up to three names of such files, latest first. */
    examples: z.array(z.string()),
    lastUsed: time,
  })
  .meta({ id: 'Convention' });
export type ConventionView = z.infer<typeof conventionSchema>;
