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
    /** The comment that this one answers. */
    parentId: id.nullable(),
    /** Empty when it was deleted while answers to it stand. */
    comment: z.string(),
    deleted: z.boolean(),
    createdAt: time,
    updatedAt: time,
    fileId: id.nullable(),
    /** As its uploader named it; also of a file that was deleted since. */
    fileName: z.string().nullable(),
    /** Seconds from the file's beginning. */
    timestampSeconds: z.number().nullable(),
    /** Where the passage ends; null for a single moment. */
    endSeconds: z.number().nullable(),
    /** Of a comment that answers none; its answers go with it. */
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
    /** An answer stands where the comment that it answers does. */
    parentId: id.nullable().optional(),
    fileId: id.nullable().optional(),
    timestampSeconds: z.number().min(0).nullable().optional(),
    endSeconds: z.number().min(0).nullable().optional(),
  })
  .refine((body) => typeof body.timestampSeconds !== 'number' || typeof body.fileId === 'string', {
    message: 'A time needs the file that it is in',
    path: ['timestampSeconds'],
  })
  .refine(({ timestampSeconds, endSeconds }) => endSeconds == null || endSeconds > (timestampSeconds ?? Infinity), {
    message: 'A passage ends after it begins',
    path: ['endSeconds'],
  })
  .meta({ id: 'CreateComment' });
export type CreateComment = z.infer<typeof createCommentSchema>;

export const exportFormats = ['csv', 'reaper', 'text'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** `reaper`: markers and regions as REAPER's region manager imports them. `fileId`: the comments on one file only. */
export const exportQuerySchema = z.object({ format: z.enum(exportFormats), fileId: id.optional() });
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export const resolveSchema = z.object({ resolved: z.boolean() }).meta({ id: 'ResolveComment' });

export const updateCommentSchema = z
  .object({
    comment,
    /** Of the comment that the author had before their eyes; refused when it has been changed since. */
    updatedAt: time.optional(),
  })
  .meta({ id: 'UpdateComment' });
export type UpdateComment = z.infer<typeof updateCommentSchema>;
