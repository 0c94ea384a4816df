import type { TrackEntry } from '../../api';

/** The unique staged files that releasing these tracks would publish. */
export function stagedIdsOf(entries: TrackEntry[], selected: ReadonlySet<string>): string[] {
  const slots = entries.filter(({ track }) => selected.has(track.id)).flatMap((entry) => entry.slots);
  return [...new Set(slots.flatMap((slot) => slot.stagingFileId ?? []))];
}
