import { z } from 'zod';
import { id, paragraph, time } from '../../platform/http/fields.js';
import { roles } from '../users/users.schema.js';

/** The comment list is not paginated, so the number of comments is limited. */
export const MAX_PROJECT_COMMENTS = 5_000;
/** Comments of guests besides, so that visitors of a link cannot keep the people of the project from commenting. */
export const MAX_GUEST_COMMENTS = 1_000;

export const commentSchema = z
  .object({
    id,
    projectId: id,
    userId: id,
    userName: z.string(),
    /** Whether a visitor without an account wrote it; `userId` is then whoever made the link. */
    guest: z.boolean(),
    userRole: z.enum(roles),
    /** The comment that this one replies to. */
    parentId: id.nullable(),
    /** Empty if it was deleted while it had replies. */
    comment: z.string(),
    deleted: z.boolean(),
    createdAt: time,
    updatedAt: time,
    fileId: id.nullable(),
    /** The file's original name, even if the file has been deleted since. */
    fileName: z.string().nullable(),
    /** Position in the file in seconds. */
    timestampSeconds: z.number().nullable(),
    /** End of the passage; null for a single position. */
    endSeconds: z.number().nullable(),
    /** The quote that the thread is about. */
    quoteId: id.nullable(),
    /** Only set on the root of a thread; replies are resolved with it. */
    resolvedAt: time.nullable(),
    resolvedBy: z.string().nullable(),
    can: z.object({ update: z.boolean(), delete: z.boolean(), resolve: z.boolean() }),
  })
  .meta({ id: 'Comment' });
export type CommentView = z.infer<typeof commentSchema>;

const comment = paragraph(10_000).min(1, 'A comment must not be empty');

export const createCommentSchema = z
  .object({
    projectId: id,
    comment,
    /** The comment to reply to; a reply takes over the file and position of its thread. */
    parentId: id.nullable().optional(),
    fileId: id.nullable().optional(),
    timestampSeconds: z.number().min(0).nullable().optional(),
    endSeconds: z.number().min(0).nullable().optional(),
  })
  .refine((body) => typeof body.timestampSeconds !== 'number' || typeof body.fileId === 'string', {
    message: 'A position requires a file',
    path: ['timestampSeconds'],
  })
  .refine(({ timestampSeconds, endSeconds }) => endSeconds == null || endSeconds > (timestampSeconds ?? Infinity), {
    message: 'A passage must end after its start',
    path: ['endSeconds'],
  })
  .meta({ id: 'CreateComment' });
export type CreateComment = z.infer<typeof createCommentSchema>;

export const exportFormats = ['csv', 'reaper', 'text'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/**
 * `reaper` produces markers and regions that REAPER's region manager imports. `fileId` restricts the export to one
 * file.
 */
export const exportQuerySchema = z.object({ format: z.enum(exportFormats), fileId: id.optional() });
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export const resolveSchema = z.object({ resolved: z.boolean() }).meta({ id: 'ResolveComment' });

export const updateCommentSchema = z
  .object({
    comment,
    /** The version that the author edited; the update is refused if the comment has changed since. */
    updatedAt: time.optional(),
  })
  .meta({ id: 'UpdateComment' });
export type UpdateComment = z.infer<typeof updateCommentSchema>;
