import { z } from 'zod';
import { fileTypes, slotTypes } from '../../platform/domain-words.js';
import { browserFileName, id, paragraph, time } from '../../platform/http/fields.js';
import { losslessStates } from '../audio/audio.entity.js';
import { analysisSchema, checkSchema } from '../audio/audio.schema.js';
import { releasedDeliverableSchema } from '../staged-files/deliverable.schema.js';
import { pairingSources } from './mix-pairing.entity.js';

export const verdicts = ['approved', 'changes_requested'] as const;
export type Verdict = (typeof verdicts)[number];

const approvalSchema = z
  .object({
    verdict: z.enum(verdicts),
    note: z.string(),
    /** Name of the person who gave it; if several decide, of the one whose verdict settled it. */
    userName: z.string(),
    createdAt: time,
    /** Checksum of the approved bytes. */
    sha256: z.string(),
    /** True when the verdict no longer counts because a newer version exists. */
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
    /** For originals: how the track was found. Null for masters, and while nothing suggests a track. */
    pairing: z
      .object({
        /** Null while a person has to choose between `choices`. */
        decidedBy: z.enum(pairingSources).nullable(),
        choices: z.array(z.object({ trackId: id, title: z.string() })),
      })
      .nullable(),
    /** Set for a file that is delivered besides the masters in slots. */
    deliverable: releasedDeliverableSchema.nullable(),
    /** The errors with which it was released, and why; null if checks had found none. */
    knownErrors: z.object({ errors: z.array(z.string()), reason: z.string() }).nullable(),
    parentFileId: id.nullable(),
    masterFileId: id.nullable(),
    sizeBytes: z.number().int(),
    sha256: z.string().nullable(),
    analysis: analysisSchema,
    /** Findings about the audio itself and about the requirements of its slot. */
    checks: z.array(checkSchema),
    /**
     * The verdict of all people who decide: changes are requested when one of them requests them, and it is approved when
     * all of them have approved it. Null until then.
     */
    approval: approvalSchema.nullable(),
    /** Whether the caller has played enough of it to know it: half of it, or a minute. */
    heard: z.boolean(),
    /** Names of the clients who have heard it. */
    heardBy: z.array(z.string()),
    /** The verdict of each person on these bytes, oldest first. */
    verdicts: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        verdict: z.enum(verdicts),
        note: z.string(),
        createdAt: time,
      }),
    ),
    /** Names of the people who decide and have said nothing yet, of several. */
    awaited: z.array(z.string()),
    /** True unless a newer version has replaced it. */
    current: z.boolean(),
    /** The FLAC that clients may play before the unlock; null unless the engineer allows it. */
    lossless: z
      .object({
        /** Null until someone requests it. */
        state: z.enum(losslessStates).nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    can: z.object({ download: z.boolean(), delete: z.boolean(), approve: z.boolean(), pair: z.boolean() }),
  })
  .meta({ id: 'File' });
export type FileView = z.infer<typeof fileSchema>;

/** Null if the original belongs to no track. */
export const chooseTrackSchema = z.object({ trackId: id.nullable() }).meta({ id: 'ChooseTrack' });

/** Seconds of a file that were played since the last report; a player reports at least once a minute. */
export const playedSchema = z.object({ seconds: z.number().positive().max(90) }).meta({ id: 'PlayedSeconds' });
export const heardSchema = z.object({ heard: z.boolean() });

const addressSchema = z.object({ url: z.string(), contentType: z.string() });
export const soundQualities = ['preview', 'original', 'lossless'] as const;
export type SoundQuality = (typeof soundQualities)[number];

/**
 * URLs that support range requests: for engineers signed ones, which anyone can use until they expire; for others paths
 * of the portal, which need their session.
 */
export const listeningSchema = z
  .object({
    expiresAt: time,
    preview: addressSchema,
    /** Only for users who may download the file. */
    original: addressSchema.nullable(),
    /** Set when the FLAC is ready and the user may play it. */
    lossless: addressSchema.nullable(),
  })
  .meta({ id: 'Listening' });
export type ListeningView = z.infer<typeof listeningSchema>;

export const archiveKinds = ['originals', 'finals'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

export const giveVerdictSchema = z
  .object({ verdict: z.enum(verdicts), note: paragraph(10_000).default('') })
  .meta({ id: 'GiveVerdict' });
export type GiveVerdict = z.infer<typeof giveVerdictSchema>;

/** The file list is not paginated, so the number of files is limited. */
export const MAX_PROJECT_FILES = 5_000;

export const uploadUrlSchema = z
  .object({
    fileName: browserFileName,
    projectId: id,
    fileType: z.enum(fileTypes),
    sizeBytes: z.number().int().min(0).optional(),
    contentType: z.string().max(200).optional(),
    parentFileId: id.optional(),
    /** Milliseconds since 1970. If set, sending the same file again resumes its upload. */
    lastModified: z.number().int().nullish(),
    /** Whether the caller can send large files in parts (`upload-parts`). */
    resumable: z.boolean().optional(),
  })
  .meta({ id: 'FileUploadRequest' });
export type UploadUrlBody = z.infer<typeof uploadUrlSchema>;

/** An interrupted upload; sending the same file as the same type again resumes it. */
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
    /** Bytes of a multipart upload that have arrived; null when the file goes to `uploadUrl` in one piece. */
    sentBytes: z.number().int().nullable(),
  })
  .meta({ id: 'FileUploadPermission' });
export type UploadPermission = z.infer<typeof uploadPermissionSchema>;
