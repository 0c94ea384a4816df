import { z } from 'zod';
import type { SlotType } from '../../platform/domain-words.js';
import { slotTypes } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';

export const conventionSchema = z
  .object({
    id,
    /** The latest spelling, such as `M2`. */
    token: z.string(),
    slotType: z.enum(slotTypes),
    /** An engineer said so in answer to a question. */
    answered: z.boolean(),
    /** Number of files with the token that are in this slot or were released from it. */
    for: z.number().int(),
    /** Number of such files in other slots. */
    against: z.number().int(),
    /** Weight of the rule in suggestions (0–1); 1 is as much as a generally known word. */
    trust: z.number().min(0).max(1),
    /** Up to three names of such files, latest first. */
    examples: z.array(z.string()),
    lastUsed: time,
  })
  .meta({ id: 'Convention' });
export type ConventionView = z.infer<typeof conventionSchema>;

/** A rule for the engine: the normalised word and its latest spelling. */
export interface Rule {
  word: string;
  text: string;
  slotType: SlotType;
  for: number;
  against: number;
  /** An engineer gave this answer to a question. */
  answered: boolean;
}
