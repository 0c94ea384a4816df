import { z } from 'zod';
import type { CopyRemarks } from '../../audio-tags/tags.js';
import { slotTypes } from '../../platform/domain-words.js';
import { id, line, message, paragraph, requiredLine, time, wholeTexts } from '../../platform/http/fields.js';

export const explicitWords = ['', 'no', 'explicit', 'clean'] as const;
export type ExplicitStatus = (typeof explicitWords)[number];

const textLine = (max: number) => line(max, 0);

const releaseFields = {
  artist: textLine(200),
  album: textLine(200),
  upc: textLine(40),
  catalogueNumber: textLine(60),
  label: textLine(200),
  releaseDate: textLine(40),
  genre: textLine(100),
  language: textLine(40),
  pLine: textLine(300),
  cLine: textLine(300),
};
export const releaseFieldNames = Object.keys(releaseFields) as (keyof typeof releaseFields)[];

export const releaseSchema = z.object(releaseFields).meta({ id: 'ReleaseMetadata' });
export type Release = z.infer<typeof releaseSchema>;

const MISSING = 'Title is required';
const trackFields = {
  title: requiredLine(200, MISSING).meta(message(MISSING)),
  version: textLine(200),
  artist: textLine(200),
  featured: textLine(300),
  composers: textLine(500),
  explicit: z.enum(explicitWords),
  lyrics: paragraph(20_000),
  isrc: textLine(40),
  isrcInstrumental: textLine(40),
  isrcClean: textLine(40),
  isrcEdit: textLine(40),
};
export const trackFieldNames = Object.keys(trackFields) as (keyof typeof trackFields)[];

export const trackMetadataSchema = z
  .object({ trackId: id, trackNumber: z.number().int(), ...trackFields })
  .meta({ id: 'TrackMetadata' });
export type TrackSheet = z.infer<typeof trackMetadataSchema>;

/** The metadata of an edition: the release, its tracks with finals, and the checksum of the cover. */
export const frozenSheet = z.object({
  release: releaseSchema,
  tracks: z.array(trackMetadataSchema),
  /** Number of all tracks of the project. */
  trackTotal: z.number().int(),
  cover: z.string().nullable(),
});
export type FrozenSheet = z.infer<typeof frozenSheet>;

export type ReleaseField = keyof Release;
export type TrackField = keyof typeof trackFields;

/** `file` is about the files of a track themselves and no field of the sheet. */
const findingFields = ['cover', 'trackNumber', 'file', ...releaseFieldNames, ...trackFieldNames] as const;

/** Something to look at in the sheet. It never blocks anything. */
export const findingSchema = z
  .object({
    /** Null if it is about the release. */
    trackId: id.nullable(),
    field: z.enum([...new Set(findingFields)]),
    /** `wrong`: no store accepts it; `differs`: a file says something else; `missing`: stores ask for it. */
    kind: z.enum(['wrong', 'differs', 'missing']),
    message: z.string(),
    /** The file's own value, to be taken over; null if there is none. */
    suggestion: z.string().nullable(),
  })
  .meta({ id: 'MetadataFinding' });
export type Finding = z.infer<typeof findingSchema>;

export const coverSchema = z
  .object({
    contentType: z.enum(['image/jpeg', 'image/png']),
    width: z.number().int(),
    height: z.number().int(),
    sizeBytes: z.number().int(),
    sha256: z.string(),
  })
  .meta({ id: 'Cover' });
export type CoverView = z.infer<typeof coverSchema>;

/** Contents of a column of an imported spreadsheet; `none` is left out. */
export const csvTargets = [
  'none',
  'number',
  ...trackFieldNames.map((field) => `track.${field}` as const),
  ...releaseFieldNames.map((field) => `release.${field}` as const),
] as const;
/** The keys are headings in lower case without spaces and punctuation. */
const csvColumns = z.record(line(100, 1), z.enum(csvTargets));

export const MAX_CSV_COLUMNS = 200;
export const rememberColumnsSchema = z
  .object({
    columns: csvColumns.refine((columns) => Object.keys(columns).length <= MAX_CSV_COLUMNS, {
      message: `There may be ${MAX_CSV_COLUMNS} columns at most`,
    }),
  })
  .meta({ id: 'RememberColumns' });
export type RememberColumns = z.infer<typeof rememberColumnsSchema>;

export const metadataSchema = z
  .object({
    projectId: id,
    release: releaseSchema,
    tracks: z.array(trackMetadataSchema),
    cover: coverSchema.nullable(),
    findings: z.array(findingSchema),
    /** Choices of the studio's engineers for columns of imported spreadsheets. */
    csvColumns,
    /** Null until someone has saved the sheet. */
    updatedAt: time.nullable(),
  })
  .meta({ id: 'Metadata' });
export type MetadataView = z.infer<typeof metadataSchema>;

export const MAX_SHEET_TRACKS = 500;

/** Absent fields and tracks stay as they are. */
export const updateMetadataSchema = z
  .object({
    release: z.object(wholeTexts(releaseFields)).partial().optional(),
    tracks: z
      .array(z.object(wholeTexts(trackFields)).partial().extend({ trackId: id }))
      .max(MAX_SHEET_TRACKS)
      .default([]),
  })
  .meta({ id: 'UpdateMetadata' });
export type UpdateMetadata = z.infer<typeof updateMetadataSchema>;

export const metadataExports = ['sheet', 'delivery'] as const;
export type MetadataExport = (typeof metadataExports)[number];

export const metadataExportQuery = z.object({ kind: z.enum(metadataExports).default('sheet') });

export const coverQuery = z.object({ size: z.enum(['small', 'whole']).default('whole') });

/**
 * Checksums in hex of the samples in a stored file and in its tagged copy, and of the whole copy; `left` names what the copy
 * leaves out, `says` the titles and ISRCs in other places of it that are not those of the sheet,
 * `added` what its header states and the file's own does not.
 */
export const taggedProofSchema = z
  .object({
    originalSamplesSha256: z.string(),
    taggedSamplesSha256: z.string(),
    originalSamplesMd5: z.string(),
    taggedSamplesMd5: z.string(),
    sampleBytes: z.number().int(),
    sizeBytes: z.number().int(),
    sha256: z.string(),
    left: z.array(z.string()),
    says: z.array(z.object({ place: z.string(), field: z.enum(['title', 'isrc']), value: z.string() })),
    added: z.array(z.string()),
  })
  .meta({ id: 'TaggedProof' });
export type TaggedProof = z.infer<typeof taggedProofSchema>;

/** The facts that a check compares a file with. */
export interface FileClaims {
  trackId: string;
  slotType: (typeof slotTypes)[number];
  fileName: string;
  tags: {
    title: string | null;
    artist: string | null;
    album: string | null;
    trackNumber: number | null;
    isrc: string | null;
  } | null;
  /** Null until a current version has analysed it. */
  copy: CopyRemarks | null;
}
