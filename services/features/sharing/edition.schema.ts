import { z } from 'zod';
import { slotTypes } from '../../platform/domain-words.js';
import { id } from '../../platform/http/fields.js';

const editionFinal = z.object({
  fileId: id,
  trackId: id.nullable(),
  trackNumber: z.number().int().nullable(),
  title: z.string(),
  slotType: z.enum(slotTypes).nullable(),
  isrc: z.string().nullable(),
  fileName: z.string(),
});
export type EditionFinal = z.infer<typeof editionFinal>;

/** The part of a delivery that is frozen. Bytes, checksums and measurements belong to the files, which never change. */
export const editionContent = z.object({
  artist: z.string(),
  title: z.string(),
  releaseDate: z.string(),
  label: z.string(),
  catalogueNumber: z.string(),
  upc: z.string(),
  finals: z.array(editionFinal),
});
export type EditionContent = z.infer<typeof editionContent>;
