import { z } from 'zod';
import { id } from '../../platform/http/fields.js';

/** Tracks that the staged files contain and the project lacks, ordered by number. They are only created on request. */
export const trackProposalsSchema = z.object({
  tracks: z.array(
    z
      .object({
        trackNumber: z.number().int(),
        /** Empty if neither names nor tags contain one. */
        title: z.string(),
        isrc: z.string().nullable(),
        /** Staged files of this song, in any version and format. */
        fileIds: z.array(id),
        /** All its files have names like snippets or test tones, although songs can have such names too. */
        maybeNoSong: z.boolean(),
        /** Short sentences on what to check before creating it. */
        doubts: z.array(z.string()),
      })
      .meta({ id: 'TrackProposal' }),
  ),
  /** Files that are not a version of a song, with the reason. */
  leftOut: z.array(z.object({ fileId: id, why: z.string() })),
});
