import type { SuggestTrack } from '../types.js';

/** An ISRC in capitals without separators; '' for none. */
export const plainIsrc = (isrc: string | null | undefined): string =>
  (isrc ?? '').replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** The track with this ISRC. */
export function isrcHolder(tracks: readonly SuggestTrack[], isrc: string | null | undefined): SuggestTrack | undefined {
  const code = plainIsrc(isrc);
  return code === '' ? undefined : tracks.find((track) => plainIsrc(track.isrc) === code);
}
