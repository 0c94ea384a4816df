import type { AssignmentSuggestion, StagingFile, TrackEntry } from '../../api';
import type { SlotType } from '../../lib/slots';

/** Only suggestions above this are assigned without a person's decision. */
const AUTO_ASSIGN_ABOVE = 70;
const UNSURE_ABOVE = 40;

export interface Placement {
  fileId: string;
  trackId: string;
  slotType: SlotType;
}

export function confidenceColor(confidence: number): 'green' | 'yellow' | 'red' {
  if (confidence > AUTO_ASSIGN_ABOVE) return 'green';
  return confidence > UNSURE_ABOVE ? 'yellow' : 'red';
}

/** The suggestion to show: the best one of a pending file. */
export function suggestionOf(file: StagingFile): AssignmentSuggestion | null {
  return file.status === 'pending' ? (file.assignmentSuggestions[0] ?? null) : null;
}

const place = (target: { trackId: string; slotType: string }) => `${target.trackId} ${target.slotType}`;

function filledPlaces(entries: TrackEntry[]): Set<string> {
  const slots = entries.flatMap((entry) => entry.slots);
  return new Set(slots.filter((slot) => slot.fileId !== null || slot.stagingFileId !== null).map(place));
}

/**
 * Which file auto-assign puts where: first suggestions above 70, the surest first,
 * never onto a filled slot and never two onto one.
 */
export function autoAssignments(files: StagingFile[], entries: TrackEntry[]): Placement[] {
  const taken = filledPlaces(entries);
  const sure = files
    .flatMap((file) => {
      const suggestion = file.analysis.state === 'failed' ? null : suggestionOf(file);
      return suggestion && suggestion.confidence > AUTO_ASSIGN_ABOVE ? [{ file, suggestion }] : [];
    })
    .sort((one, other) => other.suggestion.confidence - one.suggestion.confidence);
  return sure.flatMap(({ file, suggestion }) => {
    if (taken.has(place(suggestion))) return [];
    taken.add(place(suggestion));
    return [{ fileId: file.id, trackId: suggestion.trackId, slotType: suggestion.slotType }];
  });
}

/** Why a suggestion needs a look although it may be sure: its slot is filled, or another pending file wants it too. */
export function conflictOf(file: StagingFile, files: StagingFile[], entries: TrackEntry[]): string | null {
  const suggestion = suggestionOf(file);
  if (!suggestion) return null;
  const slot = entries
    .flatMap((entry) => entry.slots)
    .find((candidate) => place(candidate) === place(suggestion));
  if (slot?.stagingFileId) {
    const holder = files.find(({ id }) => id === slot.stagingFileId);
    return `This slot already holds ${holder?.originalName ?? 'another file'}`;
  }
  const rival = files.find((other) => {
    const wanted = other.id === file.id ? null : suggestionOf(other);
    return wanted !== null && wanted.confidence > UNSURE_ABOVE && place(wanted) === place(suggestion);
  });
  return rival ? `Also suggested for ${rival.originalName}` : null;
}

/** Engineers read lists by name: numbers as numbers, released files last. */
export function byName(one: StagingFile, other: StagingFile): number {
  const released = Number(one.status === 'released') - Number(other.status === 'released');
  return released || collator.compare(one.originalName, other.originalName) || one.id.localeCompare(other.id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
