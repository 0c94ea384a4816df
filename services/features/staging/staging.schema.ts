import { z } from 'zod';
import { browserFileName, id, slotTypes, text, time } from '../../platform/http/fields.js';
import { analysisSchema } from '../files/audio.schema.js';
import { fileSchema } from '../files/files.schema.js';
import { slotSchema } from '../tracks/tracks.schema.js';
import { stagingStatuses } from './staging-file.entity.js';

export const suggestionSchema = z
  .object({
    trackId: id,
    trackNumber: z.number().int(),
    slotType: z.enum(slotTypes),
    /** 0–100; of the suggestions at 90, nine in ten are right. */
    confidence: z.number().min(0).max(100),
    /** Short sentences, each for or against. */
    reasoning: z.array(z.string()),
    /** The same as data: positive strength speaks for it, negative against. */
    evidence: z.array(z.object({ kind: z.string(), strength: z.number(), text: z.string() })),
  })
  .meta({ id: 'AssignmentSuggestion' });

export const stagingFileSchema = z
  .object({
    id,
    fileName: z.string(),
    originalName: z.string(),
    folder: z.string().nullable(),
    r2Key: z.string(),
    sizeBytes: z.number().int(),
    status: z.enum(stagingStatuses),
    createdAt: time,
    assignmentSuggestions: z.array(suggestionSchema),
    /** Why nothing is suggested, in one sentence. */
    verdict: z.string().nullable(),
    assignment: z
      .object({ trackId: id, trackNumber: z.number().int(), slotType: z.enum(slotTypes) })
      .nullable(),
    analysis: analysisSchema,
  })
  .meta({ id: 'StagingFile' });
export type StagingFileView = z.infer<typeof stagingFileSchema>;

export const stagingListSchema = z.object({ stagingFiles: z.array(stagingFileSchema) });

const originalName = browserFileName;
const sizeBytes = z.number().int().min(0);

/** At most so many files in one request; the browser sends longer batches in parts. */
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
          /** Milliseconds since 1970; with it, dropping the same file again goes on where its upload stopped. */
          lastModified: z.number().int().nullish(),
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
        .meta({ id: 'StagingUploadTicket' }),
      z
        .object({
          fileName: z.string(),
          originalName: z.string(),
          r2Key: z.string(),
          /** How much of it is there already; the rest goes up in parts. */
          sentBytes: z.number().int(),
        })
        .meta({ id: 'StagingPartsTicket' }),
      z.object({ originalName: z.string(), error: z.string() }).meta({ id: 'StagingUploadRefused' }),
    ]),
  ),
});

const r2Key = text(1000).min(1);

export const missingPartsSchema = z.object({ r2Key }).meta({ id: 'StagingPartsRequest' });
export const partsSchema = z
  .object({
    sizeBytes: z.number().int(),
    sentBytes: z.number().int(),
    /** The next missing parts, in order; send these and ask again. None: the file is there and can be registered. */
    parts: z.array(
      z
        .object({
          partNumber: z.number().int(),
          offset: z.number().int(),
          sizeBytes: z.number().int(),
          uploadUrl: z.string(),
          method: z.literal('PUT'),
          headers: z.record(z.string(), z.string()),
          expiresAt: time,
        })
        .meta({ id: 'StagingPart' }),
    ),
  })
  .meta({ id: 'StagingParts' });
export type PartsView = z.infer<typeof partsSchema>;

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

export const suggestionsSchema = z.object({ suggestions: z.record(id, z.array(suggestionSchema)) });

export const assignSchema = z
  .object({
    trackId: id,
    slotType: z.enum(slotTypes),
    /** Refuse with 409 instead of replacing what the slot holds. */
    onlyIfEmpty: z.boolean().default(false),
  })
  .meta({ id: 'Assign' });
export type AssignBody = z.infer<typeof assignSchema>;

export const assignedSchema = z.object({ stagingFile: stagingFileSchema, slot: slotSchema.nullable() });

export const deleteManySchema = z.object({ stagingFileIds: z.array(id).min(1).max(1000) }).meta({ id: 'StagingDeletion' });
export const deletedManySchema = z.object({ deleted: z.number().int() });

export const analyseScopes = ['stale', 'failed', 'all'] as const;
export type AnalyseScope = (typeof analyseScopes)[number];

/** `stale`: measured by another version of the engine; `failed`: could not be read. */
export const analyseSchema = z.object({ scope: z.enum(analyseScopes) }).meta({ id: 'Analyse' });
export const reanalysisSchema = z.object({ queued: z.number().int() });
export const reanalysedSchema = z.object({ stagingFile: stagingFileSchema });

/** What the server would say to a release now; the review panel shows the same. */
export const reviewSchema = z
  .object({
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    tracks: z.array(
      z.object({ trackId: id, required: z.number().int(), filled: z.number().int(), ready: z.boolean() }),
    ),
  })
  .meta({ id: 'Review' });

export const releaseSchema = z.object({ stagingFileIds: z.array(id).min(1).max(1000) }).meta({ id: 'Release' });
export const releasedSchema = z.object({ files: z.array(fileSchema), releasedTracks: z.number().int() });
