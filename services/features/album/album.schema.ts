import { z } from 'zod';
import { DEFAULT_VINYL_FORMAT, vinylFormatNames } from '../../album-times/limits.js';
import { id, message, paragraph, requiredLine, time, wholeTexts } from '../../platform/http/fields.js';

/** Ten minutes, as before a hidden track. */
export const MOST_GAP_FRAMES = 10 * 60 * 75;
const MOST_DISCS = 99;
/** As many as a project's tracks are shown of. */
const MOST_TRACKS = 1_000;

const gapFrames = z.number().int();
const vinylFormat = z.enum(vinylFormatNames);

export const albumTrackSchema = z
  .object({
    trackId: id,
    trackNumber: z.number().int(),
    title: z.string(),
    disc: z.number().int(),
    /** Side of the record, such as A; null if the track is on none. */
    side: z.string().nullable(),
    /** Pause before the track in CD frames of 1/75 s. The first track of a disc has none. */
    gapFrames,
    /** The pause as it was set; null for the studio's default. */
    ownGapFrames: gapFrames.nullable(),
  })
  .meta({ id: 'AlbumTrack' });

export const albumProposalSchema = z
  .object({
    id,
    /** Grows with every change of the proposal. */
    revision: z.number().int(),
    status: z.enum(['open', 'accepted', 'declined']),
    proposedBy: z.object({ id, name: z.string() }),
    createdAt: time,
    answeredAt: time.nullable(),
    /** The engineer's words about the answer; may be empty. */
    answer: z.string(),
    /** The album as proposed; empty once it is answered. */
    tracks: z.array(
      z.object({
        trackId: id,
        title: z.string(),
        /** The place in the current order, from 1. */
        place: z.number().int(),
        currentTitle: z.string(),
        /** Whether the track itself was moved, and not only shifted by others. */
        moved: z.boolean(),
      }),
    ),
    /** Titles of proposed tracks that were deleted since. */
    gone: z.array(z.string()),
  })
  .meta({ id: 'AlbumProposal' });

export const albumSchema = z
  .object({
    projectId: id,
    /** Grows with every accepted change. What was made from an earlier revision is out of date. */
    revision: z.number().int(),
    defaultGapFrames: gapFrames,
    vinylFormat,
    tracks: z.array(albumTrackSchema),
    /** The client's proposal that the engineer has not answered. */
    proposal: albumProposalSchema.nullable(),
    /** The last answer, while there is no newer proposal. */
    lastAnswer: albumProposalSchema.nullable(),
    can: z.object({ edit: z.boolean(), propose: z.boolean() }),
  })
  .meta({ id: 'Album' });
export type AlbumView = z.infer<typeof albumSchema>;
export type AlbumProposalView = z.infer<typeof albumProposalSchema>;

const WRONG_GAP = 'A gap is between 0 seconds and 10 minutes';
const BAD_SIDE = 'A side is one letter from A to Z';
const OUT_OF_ORDER = 'Discs and sides must follow each other';

const placed = z.object({
  trackId: id,
  disc: z.number().int().min(1).max(MOST_DISCS),
  side: z
    .string()
    .regex(/^[A-Z]$/, BAD_SIDE)
    .nullable(),
  /** Null for the studio's default. */
  gapFrames: gapFrames.min(0, WRONG_GAP).max(MOST_GAP_FRAMES, WRONG_GAP).meta(message(WRONG_GAP)).nullable(),
});

const ascends = <Value extends string | number>(values: Value[]) =>
  values.every((value, index) => index === 0 || values[index - 1]! <= value);
const differ = (tracks: { trackId: string }[]) => new Set(tracks.map(({ trackId }) => trackId)).size === tracks.length;
const TWICE = 'Each track is on the album once';

/** All tracks of the project in their new order. */
export const updateAlbumSchema = z
  .object({
    /** The album's revision that the caller has seen. */
    revision: z.number().int(),
    vinylFormat: vinylFormat.default(DEFAULT_VINYL_FORMAT),
    tracks: z
      .array(placed)
      .max(MOST_TRACKS)
      .refine(differ, TWICE)
      .refine((tracks) => ascends(tracks.map(({ disc }) => disc)), OUT_OF_ORDER)
      .refine((tracks) => ascends(tracks.flatMap(({ side }) => side ?? [])), OUT_OF_ORDER),
  })
  .meta({ id: 'UpdateAlbum' });
export type UpdateAlbum = z.infer<typeof updateAlbumSchema>;

const MISSING = 'Title is required';

/** All tracks of the project in the wanted order with their wanted titles. */
export const proposeAlbumSchema = z
  .object({
    revision: z.number().int(),
    /** The revision of the open proposal that the caller has seen; null if there was none. */
    proposalRevision: z.number().int().nullable(),
    tracks: z
      .array(z.object(wholeTexts({ trackId: id, title: requiredLine(200, MISSING) })))
      .max(MOST_TRACKS)
      .refine(differ, TWICE),
  })
  .meta({ id: 'ProposeAlbum' });
export type ProposeAlbum = z.infer<typeof proposeAlbumSchema>;

export const answerProposalSchema = z
  .object({
    revision: z.number().int(),
    proposalRevision: z.number().int(),
    accept: z.boolean(),
    answer: paragraph(1_000).default(''),
  })
  .meta({ id: 'AnswerProposal' });
export type AnswerProposal = z.infer<typeof answerProposalSchema>;
