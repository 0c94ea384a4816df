import type { TrackEntry } from '../../api';

/** Unique staged files that a release of these tracks would publish. */
export function stagedIdsOf(entries: TrackEntry[], selected: ReadonlySet<string>): string[] {
  const slots = entries.filter(({ track }) => selected.has(track.id)).flatMap((entry) => entry.slots);
  return [...new Set(slots.flatMap((slot) => slot.stagingFileId ?? []))];
}
