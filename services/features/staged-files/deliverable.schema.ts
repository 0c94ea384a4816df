import { z } from 'zod';
import { MAX_TITLE } from '../../file-kinds/deliverables.js';
import { deliverableKinds, domainWords } from '../../platform/domain-words.js';
import { id, text } from '../../platform/http/fields.js';

/** The purpose of a file that is delivered besides the masters in slots. */
export const deliverableSchema = z
  .object({
    kind: z.enum(deliverableKinds),
    /** Empty if kind, track and side say it all. */
    title: z.string(),
    trackId: id.nullable(),
    /** The side of a record, A to H. */
    side: z.string().nullable(),
  })
  .meta({ id: 'Deliverable' });

/** A released one; its track is that of the file. */
export const releasedDeliverableSchema = deliverableSchema.omit({ trackId: true }).meta({ id: 'ReleasedDeliverable' });

export const setDeliverableSchema = z
  .object({
    kind: z.enum(deliverableKinds),
    title: text(MAX_TITLE).default(''),
    trackId: id.nullable().default(null),
    side: z
      .string()
      .regex(/^[A-H]$/, 'A side is a letter from A to H')
      .nullable()
      .default(null),
  })
  .meta({ id: 'SetDeliverable' })
  .refine(({ kind, side }) => side === null || kind === 'vinyl_side', { message: 'Only vinyl sides have a side' })
  .refine(({ kind, trackId }) => trackId === null || domainWords.deliverableKinds[kind].perTrack, {
    message: 'Files of this kind belong to the whole record',
  });
