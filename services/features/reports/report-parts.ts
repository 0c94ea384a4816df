import { domainWords, slotLabel, slotTypes } from '../../platform/domain-words.js';
import type { FileView } from '../files/files.schema.js';
import type { SlotView, TrackEntry } from '../tracks/tracks.schema.js';

/** The latest release for a slot, and the files that it replaced, newest first. */
export interface ReportedMaster {
  /** The slot's name, or the kind of file if it has no slot. */
  place: string;
  file: FileView;
  earlier: FileView[];
}

/** A track, or the finals that belong to no track. */
export interface ReportPart {
  number: number | null;
  title: string;
  isrc: string | null;
  masters: ReportedMaster[];
  /** Required slots that are empty. */
  missing: string[];
}

/** All tracks by number, then finals without a track. The client's uploads are left out. */
export function partsOf(tracks: readonly TrackEntry[], files: readonly FileView[]): ReportPart[] {
  const finals = files.filter(({ fileType, deliverable }) => fileType !== 'upload' && !deliverable);
  const parts = tracks
    .toSorted((a, b) => a.track.trackNumber - b.track.trackNumber)
    .map(({ track: { id, trackNumber, title, isrc }, slots }) => ({
      number: trackNumber,
      title,
      isrc,
      masters: mastersOf(id, slots, finals),
      missing: slots
        .filter(({ isRequired, fileId }) => isRequired && fileId === null)
        .map(({ slotType }) => slotLabel(slotType)),
    }));
  const loose = mastersOf(null, [], finals);
  if (loose.length === 0) return parts;
  return [...parts, { number: null, title: 'Without a track', isrc: null, masters: loose, missing: [] }];
}

function mastersOf(trackId: string | null, slots: readonly SlotView[], finals: readonly FileView[]): ReportedMaster[] {
  const own = finals.filter((file) => file.trackId === trackId);
  const placed = slotTypes.flatMap((slotType) => {
    const versions = own.filter((file) => file.slotType === slotType);
    const inSlot = slots.find((slot) => slot.slotType === slotType)?.fileId;
    const file = versions.find(({ id }) => id === inSlot) ?? versions.find(({ current }) => current);
    if (!file) return [];
    return [{ place: slotLabel(slotType), file, earlier: versions.filter((version) => version !== file) }];
  });
  const loose = own
    .filter(({ slotType, current }) => slotType === null && current)
    .map((file) => ({
      place: domainWords.fileTypes[file.fileType].label,
      file,
      earlier: replacedBy(file, finals),
    }));
  return [...placed, ...loose];
}

function replacedBy(file: FileView, finals: readonly FileView[]): FileView[] {
  const parent = finals.find(({ id }) => id === file.parentFileId);
  return parent ? [parent, ...replacedBy(parent, finals)] : [];
}
