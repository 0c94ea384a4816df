import { LONGEST_DISC, shortTrack } from '../ddp/limits.js';
import { FIRST_GAP, FRAMES_A_SECOND, MAX_TRACKS } from '../ddp/time.js';
import { type TimedTrack, totalOf } from './times.js';

/** A side of a record: up to `goodS` seconds at full level, and `mostS` is the longest that is cut at all. */
export const vinylFormats = {
  '12-33': { label: '12″ at 33⅓', goodS: 19.5 * 60, mostS: 26 * 60 },
  '12-45': { label: '12″ at 45', goodS: 14.5 * 60, mostS: 18 * 60 },
  '10-33': { label: '10″ at 33⅓', goodS: 13.5 * 60, mostS: 14 * 60 },
  '10-45': { label: '10″ at 45', goodS: 10 * 60, mostS: 10 * 60 },
  '7-33': { label: '7″ at 33⅓', goodS: 7 * 60, mostS: 8 * 60 },
  '7-45': { label: '7″ at 45', goodS: 5 * 60, mostS: 6 * 60 },
} as const;
export type VinylFormat = keyof typeof vinylFormats;
export const vinylFormatNames = Object.keys(vinylFormats) as VinylFormat[];
export const DEFAULT_VINYL_FORMAT: VinylFormat = '12-33';

/** Longest disc from the start of its first track, before which are two seconds of silence. */
export const CD_MOST_S = (LONGEST_DISC - FIRST_GAP) / FRAMES_A_SECOND;

export type Fit = 'good' | 'long' | 'too long';

/** How a side's length fits its format: `long` costs level. */
export function fitOfSide(seconds: number, format: VinylFormat): Fit {
  const { goodS, mostS } = vinylFormats[format];
  return seconds > mostS ? 'too long' : seconds > goodS ? 'long' : 'good';
}

/** The reasons why no plant accepts the tracks as a CD, as sentences; lengths that are not known are left out. */
export function faultsOfDisc(tracks: readonly TimedTrack[]): string[] {
  const { seconds } = totalOf(tracks);
  const short = tracks.filter(({ durationS }, at) => {
    if (durationS === null) return false;
    const toGap = Math.ceil(durationS * FRAMES_A_SECOND);
    return shortTrack({ toGap, toNext: toGap + (tracks[at + 1]?.gapFrames ?? 0) }) === 'too short';
  }).length;
  return [
    ...(seconds > CD_MOST_S ? ['Longer than a CD holds (79:57 with two seconds before track 1)'] : []),
    ...(tracks.length > MAX_TRACKS ? ['More tracks than a CD holds (99)'] : []),
    ...(short > 0
      ? [`${short === 1 ? 'A track is' : `${short} tracks are`} shorter than 4 seconds with the gap after`]
      : []),
  ];
}
