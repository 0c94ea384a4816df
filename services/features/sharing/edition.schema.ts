import { z } from 'zod';
import { slotTypes } from '../../platform/domain-words.js';
import { id } from '../../platform/http/fields.js';
import { frozenSheet } from '../metadata/metadata.schema.js';
import { releasedDeliverableSchema } from '../staged-files/deliverable.schema.js';

const editionFinal = z.object({
  fileId: id,
  trackId: id.nullable(),
  trackNumber: z.number().int().nullable(),
  title: z.string(),
  slotType: z.enum(slotTypes).nullable(),
  isrc: z.string().nullable(),
  fileName: z.string(),
  /** Missing in editions of the previous version. */
  deliverable: releasedDeliverableSchema.nullable().default(null),
});
export type EditionFinal = z.output<typeof editionFinal>;

/** The part of a delivery that is frozen. Bytes, checksums and measurements belong to the files, which never change. */
export const editionContent = z.object({
  artist: z.string(),
  title: z.string(),
  releaseDate: z.string(),
  label: z.string(),
  catalogueNumber: z.string(),
  upc: z.string(),
  finals: z.array(editionFinal),
  /** All metadata, for tagged copies. Editions of the previous version lack it until they are opened. */
  sheet: frozenSheet.optional(),
  /** Title and template in the names of its archives and their files. Editions of the previous version lack it until they are opened. */
  naming: z.object({ project: z.string(), template: z.string() }).optional(),
  /** Discs and sides of the tracks. Editions of the previous version lack them until they are opened. */
  places: z.array(z.object({ trackId: id, disc: z.number().int(), side: z.string().nullable() })).optional(),
});
export type EditionContent = z.infer<typeof editionContent>;

const act = z.object({ by: z.string(), at: z.string() });

/** Releases, approvals and payments of an edition's finals at the time when they could first be downloaded. */
export const receiptFacts = z.object({
  asOf: z.string(),
  studio: z.string(),
  client: z.string(),
  /** The keys are ids of files. */
  files: z.record(z.string(), z.object({ released: act, approved: act.nullable() })),
  paid: z.array(z.object({ at: z.string() })),
});
export type ReceiptFacts = z.infer<typeof receiptFacts>;
