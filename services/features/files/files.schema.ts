import { z } from 'zod';
import { fileTypes, slotTypes } from '../../platform/domain-words.js';
import { browserFileName, id, time } from '../../platform/http/fields.js';
import { analysisSchema } from '../sound/audio.schema.js';

export const fileSchema = z
  .object({
    id,
    projectId: id,
    fileName: z.string(),
    originalName: z.string(),
    fileType: z.enum(fileTypes),
    uploadedBy: id,
    createdAt: time,
    track_title: z.string().nullable(),
    trackId: id.nullable(),
    slotType: z.enum(slotTypes).nullable(),
    parentFileId: id.nullable(),
    masterFileId: id.nullable(),
    sizeBytes: z.number().int(),
    sha256: z.string().nullable(),
    analysis: analysisSchema,
    can: z.object({ download: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'File' });
export type FileView = z.infer<typeof fileSchema>;

/** A project's files come whole, so a project takes no more than this. */
export const MAX_PROJECT_FILES = 5_000;

export const uploadUrlSchema = z
  .object({
    fileName: browserFileName,
    projectId: id,
    fileType: z.enum(fileTypes),
    sizeBytes: z.number().int().min(0).optional(),
    contentType: z.string().max(200).optional(),
    parentFileId: id.optional(),
  })
  .meta({ id: 'FileUploadRequest' });
export type UploadUrlBody = z.infer<typeof uploadUrlSchema>;

export const uploadPermissionSchema = z
  .object({
    fileId: id,
    uploadUrl: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  })
  .meta({ id: 'FileUploadPermission' });
export type UploadPermission = z.infer<typeof uploadPermissionSchema>;
