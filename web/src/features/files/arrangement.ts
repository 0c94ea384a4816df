import type { TrackFiles } from '../../lib/audio/tracks';

export interface Arrangement {
  /** Ids of tracks; missing tracks follow in their original order. */
  order: string[];
  titles: Record<string, string>;
}

export const untouched: Arrangement = { order: [], titles: {} };

/** Applies a person's order and titles to the tracks. */
export function arranged(tracks: TrackFiles[], { order, titles }: Arrangement): TrackFiles[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: TrackFiles) => places.get(id) ?? order.length;
  return tracks
    .map((track) => ({ ...track, title: titles[track.id] ?? track.title }))
    .sort((one, other) => placeOf(one) - placeOf(other));
}
