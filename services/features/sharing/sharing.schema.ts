import { z } from 'zod';
import { deliverableKinds, slotTypes } from '../../platform/domain-words.js';
import { id, message, paragraph, requiredLine, time } from '../../platform/http/fields.js';

export const linkPurposes = ['listening', 'delivery'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const linkStates = ['active', 'expired', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];

/** Kinds of finals to which a delivery link can be restricted. */
export const linkFormats = [...slotTypes, ...deliverableKinds] as const;
export type LinkFormat = (typeof linkFormats)[number];

/** The links of a project are not paginated. */
export const MAX_PROJECT_LINKS = 200;

export const tokenField = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete');

export const shareLinkSchema = z
  .object({
    id,
    purpose: z.enum(linkPurposes),
    name: z.string(),
    url: z.string(),
    state: z.enum(linkStates),
    hasPassword: z.boolean(),
    /** True after a hundred wrong passwords: it takes none until it gets a new password or address. */
    passwordStopped: z.boolean(),
    endsAt: time.nullable(),
    /** Null for the whole record. */
    trackIds: z.array(id).nullable(),
    /** Masters and other deliverables of a delivery link; null for all. */
    formats: z.array(z.enum(linkFormats)).nullable(),
    commentsAllowed: z.boolean(),
    createdAt: time,
    createdByName: z.string(),
    /** Visits that people made, as far as that can be known: pages looked at, plays and downloads. */
    timesOpened: z.number().int(),
    lastOpenedAt: time.nullable(),
    /** Number of finals that a delivery contains now; null for a listening link. */
    finals: z.number().int().nullable(),
    /** Downloads through a delivery link, newest first. */
    fetches: z.array(
      z.object({
        fileId: id,
        fileName: z.string(),
        /** Share of its bytes that were sent, 0–100; 100 only with the last byte. */
        percent: z.number().int(),
        completedAt: time.nullable(),
        /** Whether the newest edition contains it, as far as the link opens it. */
        isCurrent: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ShareLink' });
export type ShareLinkView = z.infer<typeof shareLinkSchema>;

export const projectLinksSchema = z
  .object({
    links: z.array(shareLinkSchema),
    /** The tracks that a link can be restricted to. */
    tracks: z.array(z.object({ id, trackNumber: z.number().int(), title: z.string() })),
  })
  .meta({ id: 'ProjectLinks' });
export type ProjectLinks = z.infer<typeof projectLinksSchema>;

const linkFields = {
  name: requiredLine(120, 'Say who the link is for'),
  password: z
    .string()
    .min(4, 'Use at least 4 characters')
    .max(128)
    .nullable()
    .meta(message('Use at least 4 characters')),
  endsAt: time.nullable(),
  trackIds: z.array(id).min(1).max(1_000).nullable(),
  formats: z.array(z.enum(linkFormats)).min(1).nullable(),
  commentsAllowed: z.boolean(),
};

export const createShareLinkSchema = z
  .object({
    projectId: id,
    purpose: z.enum(linkPurposes),
    name: linkFields.name,
    password: linkFields.password.default(null),
    endsAt: linkFields.endsAt.default(null),
    trackIds: linkFields.trackIds.default(null),
    formats: linkFields.formats.default(null),
    commentsAllowed: linkFields.commentsAllowed.default(false),
  })
  .meta({ id: 'CreateShareLink' });
export type CreateShareLink = z.infer<typeof createShareLinkSchema>;

/** Absent fields stay as they are; a password of null removes it. */
export const updateShareLinkSchema = z.object(linkFields).partial().meta({ id: 'UpdateShareLink' });
export type UpdateShareLink = z.infer<typeof updateShareLinkSchema>;

export const linkPasswordSchema = z.object({ password: z.string().max(128) }).meta({ id: 'LinkPassword' });
export type LinkPassword = z.infer<typeof linkPasswordSchema>;

const sharedTrackSchema = z
  .object({
    fileId: id,
    /** Null for a final without a track. */
    trackId: id.nullable(),
    /** Null for a final without a track. */
    trackNumber: z.number().int().nullable(),
    title: z.string(),
    durationS: z.number().nullable(),
    sampleRateHz: z.number().nullable(),
    /** Whole decibels by which it is played lower than it is, so that nothing clips. */
    loweredDb: z.number().int(),
    /** Seconds of silence before the track when the record plays. */
    gapS: z.number(),
    /** Whether it can be heard. */
    hasPreview: z.boolean(),
    /** Whether it has no preview yet, but will be analysed. */
    isPreparing: z.boolean(),
    hasPeaks: z.boolean(),
  })
  .meta({ id: 'SharedTrack' });

/** The record as a visitor of a listening link sees it. */
export const sharedRecordSchema = z
  .object({
    title: z.string(),
    artist: z.string(),
    /** Checksum of the cover; null if there is none. */
    cover: z.string().nullable(),
    studio: z.object({ name: z.string(), logo: z.string() }),
    commentsAllowed: z.boolean(),
    endsAt: time.nullable(),
    tracks: z.array(sharedTrackSchema),
  })
  .meta({ id: 'SharedRecord' });
export type SharedRecord = z.infer<typeof sharedRecordSchema>;
export type SharedTrack = SharedRecord['tracks'][number];

/** A comment made through this link, or an answer to one. */
export const sharedCommentSchema = z
  .object({
    id,
    parentId: id.nullable(),
    fileId: id.nullable(),
    author: z.string(),
    /** The studio's own comments are marked, because guests choose their names. */
    writtenBy: z.enum(['studio', 'project', 'guest']),
    comment: z.string(),
    timestampSeconds: z.number().nullable(),
    createdAt: time,
  })
  .meta({ id: 'SharedComment' });
export type SharedComment = z.infer<typeof sharedCommentSchema>;

export const addSharedCommentSchema = z
  .object({
    fileId: id,
    name: requiredLine(80, 'Please give your name'),
    comment: paragraph(4_000).min(1, 'Please write a comment').meta(message('Please write a comment')),
    timestampSeconds: z.number().min(0).nullable().default(null),
  })
  .meta({ id: 'AddSharedComment' });
export type AddSharedComment = z.infer<typeof addSharedCommentSchema>;
