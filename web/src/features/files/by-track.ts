import type { File } from '../../api';
import { bySlotOrder } from '../../lib/slots';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const UNTITLED = 'Other files';

const byName = (one: File, other: File) => collator.compare(one.originalName, other.originalName);

/** Slots in their usual order, files without one last, then by name. */
function bySlot(one: File, other: File): number {
  if (one.slotType && other.slotType) return bySlotOrder({ slotType: one.slotType }, { slotType: other.slotType }) || byName(one, other);
  return Number(one.slotType === null) - Number(other.slotType === null) || byName(one, other);
}

/** Files under their track's title, tracks in the order of their first file's name (names usually begin with the number). */
export function groupedByTrack(files: File[]): { title: string; files: File[] }[] {
  const groups = new Map<string, File[]>();
  for (const file of [...files].sort(byName)) {
    const title = file.track_title ?? UNTITLED;
    groups.set(title, [...(groups.get(title) ?? []), file]);
  }
  return [...groups]
    .map(([title, group]) => ({ title, files: group.sort(bySlot) }))
    .sort((one, other) => Number(one.title === UNTITLED) - Number(other.title === UNTITLED));
}
