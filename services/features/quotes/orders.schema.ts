import { z } from 'zod';
import { orderedKinds } from '../../platform/domain-words.js';
import { id } from '../../platform/http/fields.js';

const kind = z.enum(orderedKinds);
const quoteIds = z.array(id);

export const orderCellSchema = z
  .object({
    kind,
    isOrdered: z.boolean(),
    /** Null where nothing is ordered and nothing is there. Clients do not see what is staged: it is `missing`. */
    state: z.enum(['missing', 'staged', 'released', 'approved']).nullable(),
    /** How many are ordered, or as many as the album has discs or sides; always 1 for a format of a track. */
    wanted: z.number().int(),
    received: z.number().int(),
    /** A DDP was received, but the album, its metadata or a CD master has changed since. */
    isOutdated: z.boolean(),
    /** Errors that checks have found in what was received, which counts all the same. Empty for clients. */
    errors: z.array(z.string()),
    /** Null for clients. */
    stagingFileId: id.nullable(),
    /** The released file, or the first of several. Null for DDPs and sides that Lacquer makes of the masters. */
    fileId: id.nullable(),
    /** The accepted quotes that order it. */
    quoteIds,
  })
  .meta({ id: 'OrderCell' });

export const ordersSchema = z
  .object({
    tracks: z.array(
      z.object({ id, trackNumber: z.number().int(), title: z.string(), cells: z.array(orderCellSchema) }),
    ),
    /** Formats that are ordered for more tracks than there are. */
    further: z.array(z.object({ kind, count: z.number().int(), quoteIds })),
    album: z.array(orderCellSchema),
    /** Everything that is ordered and not released, in words. It keeps the project from being delivered. */
    missing: z.array(z.string()),
  })
  .meta({ id: 'Orders' });
export type OrdersView = z.infer<typeof ordersSchema>;
