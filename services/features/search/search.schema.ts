import { z } from 'zod';
import { id, line } from '../../platform/http/fields.js';

export const searchQuery = z.object({ search: line(200, 1) });
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchResultSchema = z
  .object({
    kind: z.enum(['track', 'file']),
    id,
    /** The title of a track, or the name of a file. */
    name: z.string(),
    projectId: id,
    projectTitle: z.string(),
    /** The file itself, or the newest master of a track; null if it has none. */
    fileId: id.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResultSchema>;
