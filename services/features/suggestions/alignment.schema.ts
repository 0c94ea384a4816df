import { z } from 'zod';

export const alignmentSchema = z
  .object({
    /**
     * Seconds by which the same moment is later in the other file, with the fingerprint's resolution of an eighth of a
     * second. Null if the files do not sound alike or one has not been analysed.
     */
    offsetSeconds: z.number().nullable(),
  })
  .meta({ id: 'Alignment' });
export type AlignmentView = z.infer<typeof alignmentSchema>;
