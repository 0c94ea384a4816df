import { z } from 'zod';
import { storageKinds } from '../../platform/domain-words.js';
import { id, time } from '../../platform/http/fields.js';
import { pageQuery } from '../../platform/http/page.js';

export const trashItemSchema = z
  .object({
    id,
    fileName: z.string(),
    /** Null for an object without further data. */
    kind: z.enum(storageKinds).nullable(),
    bytes: z.number().int(),
    projectId: id.nullable(),
    projectTitle: z.string().nullable(),
    trashedBy: z.string().nullable(),
    trashedAt: time,
    /** Time at which it is deleted for good. */
    endsAt: time,
    can: z.object({ restore: z.boolean() }),
  })
  .meta({ id: 'TrashItem' });
export type TrashItemView = z.infer<typeof trashItemSchema>;

const amount = { files: z.number().int(), bytes: z.number().int() };

export const trashTotalSchema = z.object(amount).meta({ id: 'TrashTotal' });
export type TrashTotal = z.infer<typeof trashTotalSchema>;

/** A studio and the size of its trash; both null for leftovers whose studio is unknown. */
export const studioTrashSchema = z
  .object({ studioId: id.nullable(), studioName: z.string().nullable(), ...amount })
  .meta({ id: 'StudioTrash' });
export type StudioTrash = z.infer<typeof studioTrashSchema>;

export const trashListQuery = pageQuery;
export type TrashListQuery = z.infer<typeof trashListQuery>;

export const emptyStudioTrashSchema = z
  .object({ which: z.union([z.enum(['all', 'unknown']), id]) })
  .meta({ id: 'EmptyStudioTrash' });
export type EmptyStudioTrash = z.infer<typeof emptyStudioTrashSchema>;
