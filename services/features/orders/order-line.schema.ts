import { z } from 'zod';
import { orderedKinds } from '../../platform/domain-words.js';
import { id, message, requiredLine } from '../../platform/http/fields.js';
import { MAX_CENTS } from '../../platform/money.js';
import { isFormat } from './order-lines.lib.js';

export const MAX_LINES = 100;
const MAX_QUANTITY = 9_999;
const MAX_TRACKS = 500;

const NO_QUANTITY = 'The quantity must be a whole number from 1';
const NO_PRICE = 'The price must be at least 0';

export const orderLineSchema = z
  .object({
    description: requiredLine(500, 'Describe the line'),
    quantity: z
      .number()
      .int(NO_QUANTITY)
      .min(1, NO_QUANTITY)
      .max(MAX_QUANTITY, 'The quantity is too large')
      .meta(message(NO_QUANTITY)),
    /** Minor units. */
    unitCents: z.number().int().min(0, NO_PRICE).max(MAX_CENTS, 'The price is too large').meta(message(NO_PRICE)),
    /** The ordered format or deliverable; null for work without a file of its own. */
    ordered: z.enum(orderedKinds).nullable().default(null),
    /** The tracks that a format is ordered for; empty for every track. */
    trackIds: z.array(id).max(MAX_TRACKS).default([]),
  })
  .refine(({ ordered, trackIds }) => trackIds.length === 0 || (ordered !== null && isFormat(ordered)), {
    message: 'Only a format is ordered for tracks',
    path: ['trackIds'],
  })
  .meta({ id: 'OrderLine' });
