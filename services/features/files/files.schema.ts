import { z } from 'zod';
import { fileTypes, slotTypes } from '../../platform/domain-words.js';
import { browserFileName, id, paragraph, time } from '../../platform/http/fields.js';
import { losslessStates } from '../audio/audio.entity.js';
import { analysisSchema, checkSchema } from '../audio/audio.schema.js';

export const verdicts = ['approved', 'changes_requested'] as const;
export type Verdict = (typeof verdicts)[number];

const approvalSchema = z
  .object({
    verdict: z.enum(verdicts),
    note: z.string(),
    /** Of the client who gave it. */
    userName: z.string(),
    createdAt: time,
    /** Of the bytes that it is about. */
    sha256: z.string(),
    /** It no longer counts: a newer version has arrived. */
    void: z.boolean(),
  })
  .meta({ id: 'Approval' });

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
    /** Of its sound and of what its slot takes. */
    checks: z.array(checkSchema),
    /** The client's verdict, null while there is none. */
    approval: approvalSchema.nullable(),
    /** No newer version has replaced it. */
    current: z.boolean(),
    /** The FLAC that its engineer lets the client hear before the unlock; null where they do not. */
    lossless: z
      .object({
        /** Null while nobody has asked for it. */
        state: z.enum(losslessStates).nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    can: z.object({ download: z.boolean(), delete: z.boolean(), approve: z.boolean() }),
  })
  .meta({ id: 'File' });
export type FileView = z.infer<typeof fileSchema>;

const addressSchema = z.object({ url: z.string(), contentType: z.string() });
/** Signed addresses that answer ranges, each without any further proof of who asks. */
export const listeningSchema = z
  .object({
    expiresAt: time,
    preview: addressSchema,
    /** Only for those who may download the file. */
    original: addressSchema.nullable(),
    /** Once it has been made, for those who may hear it. */
    lossless: addressSchema.nullable(),
  })
  .meta({ id: 'Listening' });
export type ListeningView = z.infer<typeof listeningSchema>;

/** The client's originals, or the finals. */
export const archiveKinds = ['originals', 'finals'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

export const giveVerdictSchema = z
  .object({ verdict: z.enum(verdicts), note: paragraph(10_000).default('') })
  .meta({ id: 'GiveVerdict' });
export type GiveVerdict = z.infer<typeof giveVerdictSchema>;

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
    /** Milliseconds since 1970; with it, sending the same file again goes on where its upload stopped. */
    lastModified: z.number().int().nullish(),
    /** Whether the caller can send large files in parts (`upload-parts`). */
    resumable: z.boolean().optional(),
  })
  .meta({ id: 'FileUploadRequest' });
export type UploadUrlBody = z.infer<typeof uploadUrlSchema>;

/** What one has begun to send and can go on with by sending the same file as the same kind again. */
const unfinishedUploadSchema = z
  .object({ fileId: id, originalName: z.string(), fileType: z.enum(fileTypes), sizeBytes: z.number().int() })
  .meta({ id: 'UnfinishedUpload' });
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;
export const unfinishedUploadsSchema = z.object({ uploads: z.array(unfinishedUploadSchema) });

export const uploadPermissionSchema = z
  .object({
    fileId: id,
    uploadUrl: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    /** How much of a file that goes up in parts is there already; null when it goes to `uploadUrl` in one piece. */
    sentBytes: z.number().int().nullable(),
  })
  .meta({ id: 'FileUploadPermission' });
export type UploadPermission = z.infer<typeof uploadPermissionSchema>;
