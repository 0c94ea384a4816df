import { z } from 'zod';
import { id, time } from '../../platform/http/fields.js';
import { ddpReportStates } from './ddp-report.entity.js';
import { discImageStates } from './disc-image.entity.js';
import { madeKinds } from './made-copy.entity.js';
import { verdicts } from './report.js';

export const ddpFindingSchema = z
  .object({
    level: z.enum(['error', 'warning', 'note']),
    /** Stable, for instance `short_track`. */
    code: z.string(),
    message: z.string(),
    /** Number of the track on the disc that it is about; null if it is about the whole. */
    track: z.number().int().nullable(),
    /** Where it can be heard, in frames of 1/75 s from the start of the image. */
    frame: z.number().int().optional(),
  })
  .meta({ id: 'DdpFinding' });

/** A track as it is on a disc. Times are frames of 1/75 s from the start of the image. */
export const ddpTrackSchema = z
  .object({
    number: z.number().int(),
    title: z.string(),
    performer: z.string(),
    isrc: z.string(),
    /** Index 00; null without a gap. */
    pause: z.number().int().nullable(),
    /** Index 01; null if a damaged DDP has none. */
    start: z.number().int().nullable(),
    /** Where the gap of the next track or the next track begins. */
    end: z.number().int().nullable(),
  })
  .meta({ id: 'DdpTrack' });

const discFacts = {
  title: z.string(),
  performer: z.string(),
  upc: z.string(),
  /** Length of the image. */
  frames: z.number().int(),
  tracks: z.array(ddpTrackSchema),
  findings: z.array(ddpFindingSchema),
};

/** A disc of the album that Lacquer makes a DDP of. */
export const madeDiscSchema = z
  .object({
    disc: z.number().int(),
    ...discFacts,
    /** Part of the addresses of its files; changes with every byte of them. Null if it cannot be made. */
    version: z.string().nullable(),
    /**
     * Progress of its checksums: `none` until someone prepares the download, `outdated` if order, gaps, metadata or a master
     * have changed since someone did.
     */
    state: z.enum(['none', 'outdated', ...discImageStates]),
    /** The reason for people why the checksums failed. */
    error: z.string().nullable(),
    sizeBytes: z.number().int(),
  })
  .meta({ id: 'MadeDisc' });
export type MadeDiscView = z.infer<typeof madeDiscSchema>;

/** The last download of something that was made of the album. */
export const madeCopySchema = z
  .object({
    kind: z.enum(madeKinds),
    /** Number of the disc, or letter of the side. */
    part: z.string(),
    by: z.string(),
    madeAt: time,
    /** The album, its data or a master has changed since. */
    isOutdated: z.boolean(),
  })
  .meta({ id: 'MadeCopy' });
export type MadeCopyView = z.infer<typeof madeCopySchema>;

export const discsSchema = z
  .object({
    projectId: id,
    /** Grows with every accepted change of the album. */
    albumRevision: z.number().int(),
    discs: z.array(madeDiscSchema),
    copies: z.array(madeCopySchema),
    can: z.object({ download: z.boolean() }),
  })
  .meta({ id: 'Discs' });
export type DiscsView = z.infer<typeof discsSchema>;

/** How a track of an uploaded DDP compares with the released CD master of its track. */
const comparedSchema = z
  .object({
    fileId: id,
    fileName: z.string(),
    sha256: z.string().nullable(),
    /** Every sample of the master is in the image, and not as a part of another master. */
    isSame: z.boolean(),
    /** It plays sound that is in no master. */
    hasMoreSound: z.boolean(),
    /** Its music begins more than a frame before index 01. */
    isCut: z.boolean(),
    /** Samples from index 01 to the start of the master. */
    offsetSamples: z.number().int(),
    /** Share of the master's samples that differ, from 0 to 1. */
    differs: z.number(),
    /** Seconds from the start of the master to the first difference. */
    firstS: z.number().nullable(),
  })
  .meta({ id: 'DdpComparison' });

export const ddpReportSchema = z
  .object({
    /** The reason for people why nothing could be read; null otherwise. */
    refusal: z.string().nullable(),
    ...discFacts,
    tracks: z.array(ddpTrackSchema.extend({ compared: comparedSchema.nullable() })),
    /** The disc of the album that it was compared with. */
    disc: z.number().int().nullable(),
    /** Null without masters to compare. */
    verdict: z.enum(verdicts).nullable(),
    /** The client approves all masters that it was compared with, as of now. */
    isApproved: z.boolean(),
    /** The album, its metadata, a CD master or the way of comparing has changed since. */
    isOutdated: z.boolean(),
    isPlayable: z.boolean(),
  })
  .meta({ id: 'DdpReport' });

export const uploadedDdpSchema = z
  .object({
    audioId: id,
    /** Number of the DDP in its archive, from 0: one archive may have one for each disc. */
    part: z.number().int(),
    /** Its folder in the archive; empty for the root. */
    folder: z.string(),
    fileName: z.string(),
    isReleased: z.boolean(),
    state: z.enum(ddpReportStates),
    /** Null until it has been read for the first time. */
    report: ddpReportSchema.nullable(),
    updatedAt: time,
  })
  .meta({ id: 'UploadedDdp' });
export type UploadedDdpView = z.infer<typeof uploadedDdpSchema>;

export const uploadedDdpsSchema = z
  .object({
    projectId: id,
    /** The newest first. */
    ddps: z.array(uploadedDdpSchema),
    can: z.object({ play: z.boolean(), check: z.boolean() }),
  })
  .meta({ id: 'UploadedDdps' });
export type UploadedDdpsView = z.infer<typeof uploadedDdpsSchema>;

export const sheetFormats = ['pdf', 'csv', 'cue', 'text', 'wavelab'] as const;
export type SheetFormat = (typeof sheetFormats)[number];
export const sheetQuery = z.object({ format: z.enum(sheetFormats).default('pdf') });

export const partQuery = z.object({ part: z.coerce.number().int().min(0).max(99).default(0) });
export const discNumber = z.coerce.number().int().min(1).max(99);
export const versionText = z.string().regex(/^[0-9a-f]{32}$/);
