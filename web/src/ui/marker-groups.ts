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
  count: number;
  /** Letter of the author, or the number of markers. */
  text: string;
  label: string;
}

const initialOf = (author: string) => author.trim().charAt(0).toUpperCase();

/** Draws markers that would overlap as one with their number, so that the waveform stays visible. `width` is in pixels. */
export function groupMarkers(markers: Marker[], durationS: number, width: number, size: number): MarkerGroup[] {
  const secondsOf = (pixels: number) => (pixels / width) * durationS;
  const groups: Marker[][] = [];
  for (const marker of markers.toSorted((one, other) => one.seconds - other.seconds)) {
    const group = groups.at(-1);
    if (group && marker.seconds - group[0]!.seconds < secondsOf(size)) group.push(marker);
    else groups.push([marker]);
  }
  return groups.map((group) => {
    const [marker] = group as [Marker, ...Marker[]];
    const count = group.length;
    return count === 1
      ? { marker, count, text: initialOf(marker.author), label: marker.label }
      : { marker, count, text: String(count), label: `${count} comments. ${marker.label}` };
  });
}
