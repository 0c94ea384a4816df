import { bySlotOrder } from '../../platform/domain-words.js';
import { isIsrc } from './isrc.js';
import type { Slot } from './slot.entity.js';
import type { Track } from './track.entity.js';
import type { SlotView, TrackEntry } from './tracks.schema.js';

export const slotView = ({ id, trackId, slotType, isRequired, fileId, stagingFileId }: Slot): SlotView => ({
  id,
  trackId,
  slotType,
  isRequired,
  fileId,
  stagingFileId,
});

export function trackEntry(track: Track, slots: Slot[]): TrackEntry {
  const { id, trackNumber, title, isrc, notes } = track;
  const warnings = isrc && !isIsrc(isrc) ? [`'${isrc}' does not look like an ISRC (CC-XXX-YY-NNNNN)`] : [];
  return { track: { id, trackNumber, title, isrc, notes, warnings }, slots: slots.sort(bySlotOrder).map(slotView) };
}
