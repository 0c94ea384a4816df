/** A CD frame is 1/75 s: 588 samples at 44.1 kHz. */
export const FRAMES_PER_S = 75;

export interface TimedTrack {
  /** Null while the length is not known. */
  durationS: number | null;
  /** Pause before the track. It does not count for the first track. */
  gapFrames: number;
}

export interface PlacedTrack {
  /** Seconds from the start of the first track; null after a track whose length is not known. */
  startS: number | null;
  endS: number | null;
}

/** Starts and ends of tracks that follow each other on one disc or side. */
export function timeline(tracks: TimedTrack[]): PlacedTrack[] {
  let at: number | null = 0;
  return tracks.map(({ durationS, gapFrames }, index) => {
    const startS: number | null = at === null ? null : index === 0 ? 0 : at + gapFrames / FRAMES_PER_S;
    at = startS === null || durationS === null ? null : startS + durationS;
    return { startS, endS: at };
  });
}

/** Length of tracks with the pauses between them; `isComplete` is false while the length of one is not known. */
export function totalOf(tracks: readonly TimedTrack[]): { seconds: number; isComplete: boolean } {
  const seconds = tracks.reduce(
    (sum, { durationS, gapFrames }, index) => sum + (durationS ?? 0) + (index === 0 ? 0 : gapFrames / FRAMES_PER_S),
    0,
  );
  return { seconds, isComplete: tracks.every(({ durationS }) => durationS !== null) };
}

/** Groups an album's tracks by disc or side, in the album's order; tracks on no side are left out. */
export function partsOf<Track extends { disc: number; side: string | null }>(
  tracks: Track[],
  by: 'disc' | 'side',
): { name: string; tracks: Track[] }[] {
  const parts = Map.groupBy(
    tracks.filter((track) => track[by] !== null),
    (track) => String(track[by]),
  );
  return [...parts].map(([name, those]) => ({ name, tracks: those }));
}
