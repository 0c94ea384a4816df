import { FRAMES_A_SECOND } from './time.js';

/** Longest disc that plants press without asking: 79:57 from the start of the gap before track 1 to the lead-out. */
export const LONGEST_DISC = (79 * 60 + 57) * FRAMES_A_SECOND;

/** Length of a CD by Red Book, in frames. */
export const USUAL_LENGTH = 74 * 60 * FRAMES_A_SECOND;

/** IEC 60908 (Red Book): the shortest track, from its index 01 to that of the next. */
export const SHORTEST_TRACK = 4 * FRAMES_A_SECOND;

/**
 * Whether a track is shorter than the standard allows, or only by the other way of counting: some programs, such as
 * cdrdao, count up to the gap before the next track. Both lengths are frames.
 */
export function shortTrack({
  toGap,
  toNext,
}: {
  toGap: number;
  toNext: number;
}): 'too short' | 'without its gap' | null {
  if (toNext < SHORTEST_TRACK) return 'too short';
  return toGap < SHORTEST_TRACK ? 'without its gap' : null;
}
