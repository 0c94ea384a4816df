import { z } from 'zod';
import { slotTypes, stagingStatuses } from '../../platform/domain-words.js';
import { id, line, time } from '../../platform/http/fields.js';
import { analysisSchema, checkSchema } from '../audio/audio.schema.js';
import { fileSchema } from '../files/files.schema.js';
import { deliverableSchema, setDeliverableSchema } from '../staged-files/deliverable.schema.js';
import { slotSchema } from '../tracks/tracks.schema.js';

/** Maximum number of files in a project's staging area, because suggestions are computed for all of them at once. */
export const MAX_STAGED = 1000;

export const suggestionSchema = z
  .object({
    trackId: id,
    trackNumber: z.number().int(),
    slotType: z.enum(slotTypes),
    /** 0–100. Of the suggestions with 90, nine out of ten are right. */
    confidence: z.number().min(0).max(100),
    /** Short sentences, each for or against the suggestion. */
    reasoning: z.array(z.string()),
    /** The same as data; a positive strength is for the suggestion, a negative one against it. */
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
    /** `incoming`: the file is being uploaded, or its header has not been read yet; its slot is the planned one. */
    status: z.enum(stagingStatuses),
    createdAt: time,
    assignmentSuggestions: z.array(suggestionSchema),
    /** Why nothing is suggested, in one sentence. */
    verdict: z.string().nullable(),
    assignment: z.object({ trackId: id, trackNumber: z.number().int(), slotType: z.enum(slotTypes) }).nullable(),
    /** Set for a file that is delivered besides the masters in slots. It is `assigned` until its release. */
    deliverable: deliverableSchema.nullable(),
    /** How the file's own header differs from the one that the browser read. */
    contradiction: z.string().nullable(),
    analysis: analysisSchema,
    /** Checks of its audio and, for a file in a slot, of the slot's format. */
    checks: z.array(checkSchema),
  })
  .meta({ id: 'StagingFile' });
export type StagingFileView = z.infer<typeof stagingFileSchema>;

/** A question whose answer settles the slot of several files. */
export const questionSchema = z
  .object({
    /** `format-slot` asks what the studio uses a format for, `house-word` what one of its own words means. */
    kind: z.enum(['format-slot', 'house-word']),
    word: z.string(),
    /** The word or format as written by users. */
    text: z.string(),
    /** The most likely one comes first. */
    choices: z.array(z.enum(slotTypes)),
    fileIds: z.array(id),
  })
  .meta({ id: 'StagingQuestion' });

export const answerSchema = z
  .object({ word: z.string().min(1).max(100), slotType: z.enum(slotTypes) })
  .meta({ id: 'StagingAnswer' });
export type AnswerBody = z.infer<typeof answerSchema>;

/** The rule that the answer made. Deleting it takes the answer back. */
export const answeredSchema = z.object({ conventionId: id });

export const stagingListSchema = z.object({
  stagingFiles: z.array(stagingFileSchema),
  /** Files that are being uploaded, oldest first. Each keeps its id when it arrives. */
  incoming: z.array(stagingFileSchema),
  /** At most two. The one that settles most files comes first. */
  questions: z.array(questionSchema),
});

export const suggestionsSchema = z.object({ suggestions: z.record(id, z.array(suggestionSchema)) });

export const assignSchema = z
  .object({
    trackId: id,
    slotType: z.enum(slotTypes),
    /** Returns 409 instead of replacing a file in the slot. */
    onlyIfEmpty: z.boolean().default(false),
  })
  .meta({ id: 'Assign' });
export type AssignBody = z.infer<typeof assignSchema>;

/** Null makes the file one for a slot again. */
export const deliverableBodySchema = z
  .object({ deliverable: setDeliverableSchema.nullable() })
  .meta({ id: 'DeliverableBody' });
export type DeliverableBody = z.infer<typeof deliverableBodySchema>;

export const assignedSchema = z.object({ stagingFile: stagingFileSchema, slot: slotSchema.nullable() });

export const rejectionSchema = z.object({ fileId: id, code: z.string(), message: z.string() });
export type Rejection = z.infer<typeof rejectionSchema>;

/** Applied in the given order. A place of null removes the file from its slot. */
export const assignManySchema = z
  .object({
    assignments: z
      .array(
        assignSchema
          .extend({ fileId: id, trackId: id.nullable(), slotType: z.enum(slotTypes).nullable() })
          .refine(({ trackId, slotType }) => (trackId === null) === (slotType === null), {
            message: 'A place is a track and a slot, or neither',
          }),
      )
      .min(1)
      .max(1000),
  })
  .meta({ id: 'AssignMany' });
export type AssignManyBody = z.infer<typeof assignManySchema>;

export const assignedManySchema = z.object({
  stagingFiles: z.array(stagingFileSchema),
  slots: z.array(slotSchema),
  rejected: z.array(rejectionSchema),
});
export type AssignedMany = z.infer<typeof assignedManySchema>;

export const deleteManySchema = z
  .object({ stagingFileIds: z.array(id).min(1).max(1000) })
  .meta({ id: 'StagingDeletion' });
export const deletedManySchema = z.object({ deleted: z.number().int() });

export const analyseScopes = ['stale', 'failed', 'all'] as const;
export type AnalyseScope = (typeof analyseScopes)[number];

/** `stale`: measured by another version of the engine; `failed`: could not be read. */
export const analyseSchema = z.object({ scope: z.enum(analyseScopes) }).meta({ id: 'Analyse' });
export const reanalysisSchema = z.object({ queued: z.number().int() });
export const reanalysedSchema = z.object({ stagingFile: stagingFileSchema });

/** The result of a release at this moment, as the review panel shows it. */
export const reviewSchema = z
  .object({
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
    tracks: z.array(
      z.object({
        trackId: id,
        required: z.number().int(),
        filled: z.number().int(),
        ready: z.boolean(),
        waiting: z.number().int(),
        released: z.number().int(),
        /** Time of its newest release. */
        releasedAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: 'Review' });

/** One check's findings about several files; `accepted` false takes the acceptance back. */
export const acceptChecksSchema = z
  .object({
    code: z.string().min(1).max(100),
    fileIds: z.array(id).min(1).max(MAX_STAGED),
    accepted: z.boolean(),
    /** Why it may stay so, for those who read the acceptance later. */
    reason: z.string().trim().max(500).nullable().default(null),
  })
  .meta({ id: 'AcceptChecks' });
export type AcceptChecksBody = z.infer<typeof acceptChecksSchema>;

export const releaseSchema = z
  .object({
    stagingFileIds: z.array(id).min(1).max(1000),
    /** Why files with errors are released all the same. People who get the delivery read it. */
    reason: line(500).default(''),
  })
  .meta({ id: 'Release' });
export type ReleaseBody = z.infer<typeof releaseSchema>;
export const releasedSchema = z.object({ files: z.array(fileSchema), releasedTracks: z.number().int() });
