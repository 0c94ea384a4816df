import type { AssignmentSuggestion, StagingFile, TrackEntry } from '../../api';
import { autoAssignAbove, type SlotType } from '../../lib/words';

const UNSURE_ABOVE = 40;

export interface Placement {
  fileId: string;
  trackId: string;
  slotType: SlotType;
}

export function confidenceColor(confidence: number): 'green' | 'yellow' | 'red' {
  if (confidence > autoAssignAbove) return 'green';
  return confidence > UNSURE_ABOVE ? 'yellow' : 'red';
}

/** Merges listed and announced files; a refetched list may already contain announced ones. */
export function joined(rows: readonly StagingFile[], announced: readonly StagingFile[]): StagingFile[] {
  const ids = new Set(announced.map(({ id }) => id));
  return [...rows.filter(({ id }) => !ids.has(id)), ...announced];
}

/** Whether the file has no slot yet, staged or incoming. */
export const isOpen = ({ status, assignment }: StagingFile): boolean =>
  status === 'pending' || (status === 'incoming' && assignment === null);

/** Whether the file is assigned to a slot, or planned for one on arrival, and can be moved. */
export const isPlaced = ({ status, assignment }: StagingFile): boolean => status !== 'released' && assignment !== null;

/** Best suggestion of a file without a slot. */
export function suggestionOf(file: StagingFile): AssignmentSuggestion | null {
  return isOpen(file) ? (file.assignmentSuggestions[0] ?? null) : null;
}

/** Second best suggestion of a file without a slot. */
export function runnerUpOf(file: StagingFile): AssignmentSuggestion | null {
  return isOpen(file) ? (file.assignmentSuggestions[1] ?? null) : null;
}

/** Placements of readable files by their second suggestions. */
export const runnersUp = (files: StagingFile[]): Placement[] =>
  files.flatMap((file) => {
    const target = file.analysis.state === 'failed' ? null : runnerUpOf(file);
    return target ? [{ fileId: file.id, trackId: target.trackId, slotType: target.slotType }] : [];
  });

/** Key of a slot of a track. */
export const placeKey = (target: { trackId: string; slotType: string }) => `${target.trackId} ${target.slotType}`;

function filledPlaces(entries: TrackEntry[]): Set<string> {
  const slots = entries.flatMap((entry) => entry.slots);
  return new Set(slots.filter((slot) => slot.fileId !== null || slot.stagingFileId !== null).map(placeKey));
}

/**
 * Placements when the first suggestions above a confidence are accepted together, most confident first. Filled slots
 * and unreadable files are skipped, and each slot gets one file.
 */
export function acceptances(files: StagingFile[], entries: TrackEntry[], above: number): Placement[] {
  const taken = filledPlaces(entries);
  const wanted = files
    .flatMap((file) => {
      const suggestion = file.analysis.state === 'failed' ? null : suggestionOf(file);
      return suggestion && suggestion.confidence > above ? [{ file, suggestion }] : [];
    })
    .sort((one, other) => other.suggestion.confidence - one.suggestion.confidence);
  return wanted.flatMap(({ file, suggestion }) => {
    if (taken.has(placeKey(suggestion))) return [];
    taken.add(placeKey(suggestion));
    return [{ fileId: file.id, trackId: suggestion.trackId, slotType: suggestion.slotType }];
  });
}

/** Automatic assignments: first suggestions above 70. */
export const autoAssignments = (files: StagingFile[], entries: TrackEntry[]) =>
  acceptances(files, entries, autoAssignAbove);

/** The track that a file is assigned to or suggested for. */
export function trackOf(file: StagingFile): { trackId: string; trackNumber: number } | null {
  return file.status === 'released' ? null : (file.assignment ?? suggestionOf(file));
}

/** Placements of files into one slot type of their own tracks; the first of two files for one track gets the slot. */
export function intoSlot(files: StagingFile[], slotType: SlotType): Placement[] {
  const taken = new Set<string>();
  return files.flatMap((file) => {
    const track = file.analysis.state === 'failed' ? null : trackOf(file);
    if (!track || taken.has(track.trackId)) return [];
    taken.add(track.trackId);
    return [{ fileId: file.id, trackId: track.trackId, slotType }];
  });
}

/**
 * Conflicts of suggestions by file: the slot is filled, its master is already released, or another pending file is
 * suggested for it.
 */
export function conflictsOf(files: StagingFile[], entries: TrackEntry[]): Map<string, string> {
  const names = new Map(files.map(({ id, originalName }) => [id, originalName]));
  const slots = new Map(entries.flatMap((entry) => entry.slots).map((slot) => [placeKey(slot), slot]));
  const rivals = new Map<string, StagingFile[]>();
  for (const file of files) {
    const suggestion = suggestionOf(file);
    if (!suggestion || suggestion.confidence <= UNSURE_ABOVE) continue;
    const key = placeKey(suggestion);
    rivals.set(key, [...(rivals.get(key) ?? []), file]);
  }
  const conflicts = new Map<string, string>();
  for (const file of files) {
    const suggestion = suggestionOf(file);
    if (!suggestion) continue;
    const slot = slots.get(placeKey(suggestion));
    const holder = slot?.stagingFileId;
    const rival = rivals.get(placeKey(suggestion))?.find(({ id }) => id !== file.id);
    if (holder) conflicts.set(file.id, `This slot already holds ${names.get(holder) ?? 'another file'}`);
    else if (rival) conflicts.set(file.id, `Also suggested for ${rival.originalName}`);
    else if (slot?.fileId) conflicts.set(file.id, 'Released already: this would be a revision');
  }
  return conflicts;
}

/** Sorts by name with numeric order, released files last. */
export function byName(one: StagingFile, other: StagingFile): number {
  const released = Number(one.status === 'released') - Number(other.status === 'released');
  return released || collator.compare(one.originalName, other.originalName) || one.id.localeCompare(other.id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
