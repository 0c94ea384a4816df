import { z } from 'zod';

export const alignmentSchema = z
  .object({
    /**
     * Seconds by which the same moment comes later in the other file, to a fingerprint's eighth of a second; null when
     * the two do not sound alike or one has not been analysed.
     */
    offsetSeconds: z.number().nullable(),
  })
  .meta({ id: 'Alignment' });
export type AlignmentView = z.infer<typeof alignmentSchema>;
