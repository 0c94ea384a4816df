/** A comment on the waveform. */
export interface Marker {
  id: string;
  seconds: number;
  /** Null for a single position. */
  endSeconds: number | null;
  /** The marker shows the first letter. */
  author: string;
  label: string;
  /** CSS colour. */
  color: string;
}

export interface MarkerGroup {
  /** The first of them. */
  marker: Marker;
  /** All of them, by position. */
  ids: string[];
  /** Middle of its mark in pixels, which stays within the width. */
  x: number;
  /** Letter of the author, or the number of markers. */
  text: string;
  label: string;
}

const initialOf = (author: string) => author.trim().charAt(0).toUpperCase();

/**
 * Draws markers that would overlap as one with their number, so that the waveform stays visible. `width` and `size`, that
 * of a mark, are in pixels.
 */
export function groupMarkers(markers: Marker[], durationS: number, width: number, size: number): MarkerGroup[] {
  const xOf = ({ seconds }: Marker) => Math.max(size / 2, Math.min((seconds / durationS) * width, width - size / 2));
  const groups: Marker[][] = [];
  for (const marker of markers.toSorted((one, other) => one.seconds - other.seconds)) {
    const group = groups.at(-1);
    if (group && xOf(marker) - xOf(group[0]!) < size) group.push(marker);
    else groups.push([marker]);
  }
  return groups.map((group) => {
    const [marker] = group as [Marker, ...Marker[]];
    const count = group.length;
    const place = { marker, ids: group.map(({ id }) => id), x: xOf(marker) };
    return count === 1
      ? { ...place, text: initialOf(marker.author), label: marker.label }
      : { ...place, text: String(count), label: `${count} comments. ${marker.label}` };
  });
}
