import { z } from 'zod';
import { browserFileName, text, time } from '../../platform/http/fields.js';
import { headerHintSchema } from '../staged-files/header.schema.js';
import { stagingFileSchema } from '../staging/staging.schema.js';

const originalName = browserFileName;
const sizeBytes = z.number().int().min(0);

/** Largest number of files in one request; the browser sends longer batches in parts. */
const BATCH = 500;

export const uploadUrlsSchema = z
  .object({
    files: z
      .array(
        z.object({
          originalName,
          sizeBytes,
          contentType: text(200).default(''),
          /** Path of the dropped folder, such as `Album/CD`. */
          folder: text(1000).nullish(),
          /** Milliseconds since 1970. If it is sent, dropping the same file again resumes its upload. */
          lastModified: z.number().int().nullish(),
          /** The header as the browser read it, used to suggest a slot before the file arrives. */
          header: headerHintSchema.nullish(),
        }),
      )
      .min(1)
      .max(BATCH),
    /** Whether the caller can send large files in parts (`upload-parts`). */
    resumable: z.boolean().default(false),
  })
  .meta({ id: 'StagingUploadRequest' });
export type UploadUrlsBody = z.infer<typeof uploadUrlsSchema>;

export const uploadsSchema = z.object({
  uploads: z.array(
    z.union([
      z
        .object({
          fileName: z.string(),
          originalName: z.string(),
          r2Key: z.string(),
          uploadUrl: z.string(),
          method: z.literal('PUT'),
          headers: z.record(z.string(), z.string()),
          expiresAt: time,
        })
        .meta({ id: 'StagingUploadPermission' }),
      z
        .object({
          fileName: z.string(),
          originalName: z.string(),
          r2Key: z.string(),
          /** Number of bytes that have arrived; the rest is sent in parts. */
          sentBytes: z.number().int(),
        })
        .meta({ id: 'StagingPartsPermission' }),
      z.object({ originalName: z.string(), error: z.string() }).meta({ id: 'StagingUploadRefused' }),
    ]),
  ),
  /** The files that were not announced before, as the staging list shows them. */
  incoming: z.array(stagingFileSchema),
});

const r2Key = text(1000).min(1);

export const missingPartsSchema = z.object({ r2Key }).meta({ id: 'StagingPartsRequest' });
const unfinishedUploadSchema = z
  .object({ r2Key: z.string(), originalName: z.string(), folder: z.string().nullable(), sizeBytes: z.number().int() })
  .meta({ id: 'StagingUnfinishedUpload' });
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;
export const unfinishedUploadsSchema = z.object({ uploads: z.array(unfinishedUploadSchema) });

export const cancelUploadsSchema = z
  .object({ r2Keys: z.array(r2Key).min(1).max(BATCH) })
  .meta({ id: 'StagingUploadCancel' });

export const bulkUploadSchema = z
  .object({
    files: z
      .array(z.object({ fileName: browserFileName, originalName, r2Key, sizeBytes }))
      .min(1)
      .max(BATCH),
  })
  .meta({ id: 'StagingRegistration' });
export type BulkUploadBody = z.infer<typeof bulkUploadSchema>;

export const rejectedSchema = z.object({
  originalName: z.string(),
  r2Key: z.string(),
  code: z.string(),
  message: z.string(),
});
export const registeredSchema = z.object({
  stagingFiles: z.array(stagingFileSchema),
  rejected: z.array(rejectedSchema),
});
