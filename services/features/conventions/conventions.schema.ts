import { z } from 'zod';
import { id, slotTypes, time } from '../../platform/http/fields.js';

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

/** Log-odds at which a word begins to count, and from which it counts in full. */
const [DOUBTFUL, CERTAIN] = [0.6, 2];

/**
 * How far a word is to be believed, 0 to 1, after so many files for and against it: by the log-odds, in Jeffreys'
 * estimate, that the next file agrees. One file alone gives 0.36, two 0.72, three 0.96; one contrary file takes
 * three back to 0.18, and a word that stands as often elsewhere is worth nothing.
 */
export function trustOf(agreeing: number, contrary: number): number {
  const odds = Math.log((agreeing + 0.5) / (contrary + 0.5));
  return Math.max(0, Math.min(1, (odds - DOUBTFUL) / (CERTAIN - DOUBTFUL)));
}
