import { z } from 'zod';
import { id } from '../../platform/http/fields.js';

/** The tracks that the staged files hold and the project lacks, by number; nothing is made of them until asked for. */
export const trackProposalsSchema = z.object({
  tracks: z.array(
    z
      .object({
        trackNumber: z.number().int(),
        /** Empty where neither names nor tags say one. */
        title: z.string(),
        isrc: z.string().nullable(),
        /** Staged files of this song, in any version and format. */
        fileIds: z.array(id),
        /** All its files are called like snippets, tones and the like, though songs may be called so as well. */
        maybeNoSong: z.boolean(),
        /** Short sentences on what to look at before making it. */
        doubts: z.array(z.string()),
      })
      .meta({ id: 'TrackProposal' }),
  ),
  /** Files that are not a version of a song, and why. */
  leftOut: z.array(z.object({ fileId: id, why: z.string() })),
});
