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

/** The longest disc that plants press without asking is 79:57. */
export const CD_MOST_S = 79 * 60 + 57;
export const CD_MOST_TRACKS = 99;
/** The CD standard has no shorter track. */
export const CD_SHORTEST_TRACK_S = 4;

export type Fit = 'good' | 'long' | 'too long';

/** How a side's length fits its format: `long` costs level. */
export function fitOfSide(seconds: number, format: VinylFormat): Fit {
  const { goodS, mostS } = vinylFormats[format];
  return seconds > mostS ? 'too long' : seconds > goodS ? 'long' : 'good';
}

/** The reasons why no plant accepts the tracks as a CD, as sentences; lengths that are not known are left out. */
export function faultsOfDisc(durations: (number | null)[], totalS: number): string[] {
  const short = durations.filter((seconds) => seconds !== null && seconds < CD_SHORTEST_TRACK_S).length;
  return [
    ...(totalS > CD_MOST_S ? ['Longer than a CD holds (79:57)'] : []),
    ...(durations.length > CD_MOST_TRACKS ? ['More tracks than a CD holds (99)'] : []),
    ...(short > 0 ? [`${short === 1 ? 'A track is' : `${short} tracks are`} shorter than 4 seconds`] : []),
  ];
}
