import type { File } from '../../api';
import { bySlotOrder } from '../../lib/slots';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const UNTITLED = 'Other files';

const byName = (one: File, other: File) => collator.compare(one.originalName, other.originalName);

/** Slots in their usual order, files without one last, then by name. */
function bySlot(one: File, other: File): number {
  if (one.slotType && other.slotType)
    return bySlotOrder({ slotType: one.slotType }, { slotType: other.slotType }) || byName(one, other);
  return Number(one.slotType === null) - Number(other.slotType === null) || byName(one, other);
}

/** Files under their track, tracks in the order of the server's list (by number), files without one last. */
export function groupedByTrack(files: File[]): { id: string; title: string; files: File[] }[] {
  const groups = Map.groupBy(files, (file) => file.trackId ?? UNTITLED);
  return [...groups].map(([id, group]) => ({
    id,
    title: group[0]?.track_title ?? UNTITLED,
    files: group.sort(bySlot),
  }));
}
