import { z } from 'zod';
import { id, paragraph, time } from '../../platform/http/fields.js';
import { roles } from '../users/users.schema.js';

/** A project's comments come whole, so a project takes no more than this. */
export const MAX_PROJECT_COMMENTS = 5_000;

export const commentSchema = z
  .object({
    id,
    projectId: id,
    userId: id,
    userName: z.string(),
    userRole: z.enum(roles),
    comment: z.string(),
    createdAt: time,
    updatedAt: time,
    fileId: id.nullable(),
    /** As its uploader named it; also of a file that was deleted since. */
    fileName: z.string().nullable(),
    /** Seconds from the file's beginning. */
    timestampSeconds: z.number().nullable(),
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Comment' });
export type CommentView = z.infer<typeof commentSchema>;

const comment = paragraph(10_000).min(1, 'A comment must not be empty');

export const createCommentSchema = z
  .object({
    projectId: id,
    comment,
    fileId: id.nullable().optional(),
    timestampSeconds: z.number().min(0).nullable().optional(),
  })
  .refine((body) => typeof body.timestampSeconds !== 'number' || typeof body.fileId === 'string', {
    message: 'A time needs the file that it is in',
    path: ['timestampSeconds'],
  })
  .meta({ id: 'CreateComment' });
export type CreateComment = z.infer<typeof createCommentSchema>;

export const updateCommentSchema = z.object({ comment }).meta({ id: 'UpdateComment' });
export type UpdateComment = z.infer<typeof updateCommentSchema>;
