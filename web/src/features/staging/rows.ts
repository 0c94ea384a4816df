import type { AssignmentSuggestion, DeliverableCheck, StagingFile, TrackEntry } from '../../api';
import { errorsIn, isChecked } from '../../lib/deliverables';
import { keysOf, slotTypes, stagingStatuses } from '../../lib/words';
import { byName, confidenceColor, conflictsOf, isOpen, runnerUpOf, suggestionOf } from './assignments';

/** A staged file with the information that a reviewer needs. */
export interface StagingRow {
  file: StagingFile;
  suggestion: AssignmentSuggestion | null;
  runnerUp: AssignmentSuggestion | null;
  /**
   * Why the suggestion should not be accepted as is: another file, or content that does not match; null if nothing
   * does.
   */
  conflict: string | null;
  /** A proposed track that the file belongs to and the project does not have yet. */
  waitsFor: { trackNumber: number; title: string } | null;
  /** Whether checks have found errors in it. */
  hasErrors: boolean;
  /** Whether a person must decide: unreadable, with errors, without a confident suggestion, or in conflict. */
  needsAttention: boolean;
}

interface ProposedTrack {
  trackNumber: number;
  title: string;
  fileIds: string[];
  maybeNoSong: boolean;
}

export type StatusFilter = 'all' | StagingFile['status'];
export type SortColumn = 'name' | 'size' | 'status' | 'assignment' | 'confidence';

export interface Sorting {
  column: SortColumn;
  descending: boolean;
}

export interface RowFilter {
  text: string;
  status: StatusFilter;
  attentionOnly: boolean;
}

/** Whether its analysis is queued or running. */
export const isBusy = ({ analysis: { state } }: StagingFile) => state === 'queued' || state === 'running';

function needsAttention({
  file,
  conflict,
  suggestion,
  waitsFor,
  hasErrors,
}: Omit<StagingRow, 'needsAttention'>): boolean {
  if (file.status === 'released') return false;
  if (file.analysis.state === 'failed' || hasErrors) return true;
  if (!isOpen(file)) return false;
  if (file.contradiction !== null) return true;
  if (!suggestion) return file.analysis.state === 'done' && waitsFor === null;
  return conflict !== null || confidenceColor(suggestion.confidence) !== 'green';
}

/** The proposed track a file waits for; none if its verdict says that it is not a song. */
function trackAwaitedBy(file: StagingFile, proposal: ProposedTrack | undefined): StagingRow['waitsFor'] {
  if (!proposal || (proposal.maybeNoSong && file.verdict !== null)) return null;
  return { trackNumber: proposal.trackNumber, title: proposal.title };
}

/** Rows for the reviewer. A file without a likely suggestion waits for the proposed track it belongs to. */
export function rowsOf(
  files: StagingFile[],
  entries: TrackEntry[],
  proposed: ProposedTrack[] = [],
  checks: readonly DeliverableCheck[] = [],
): StagingRow[] {
  const conflicts = conflictsOf(files, entries);
  const proposals = new Map(proposed.flatMap((proposal) => proposal.fileIds.map((id) => [id, proposal] as const)));
  return files.map((file) => {
    const best = suggestionOf(file);
    const unlikely = best === null || confidenceColor(best.confidence) === 'red';
    const waitsFor = isOpen(file) && unlikely ? trackAwaitedBy(file, proposals.get(file.id)) : null;
    const row = {
      file,
      conflict: file.contradiction ?? (waitsFor ? null : (conflicts.get(file.id) ?? null)),
      suggestion: waitsFor ? null : best,
      runnerUp: waitsFor ? null : runnerUpOf(file),
      waitsFor,
      hasErrors: isChecked(file) && (errorsIn(file, checks) ?? []).length > 0,
    };
    return { ...row, needsAttention: needsAttention(row) };
  });
}

function textOf({ file, suggestion }: StagingRow): string {
  const place = file.assignment ?? suggestion;
  const where = place ? `track ${place.trackNumber} - ${slotTypes[place.slotType].label}` : '';
  return `${file.folder ?? ''} ${file.fileName} ${file.originalName} ${where}`.normalize('NFC').toLowerCase();
}

/** Rows that contain every word (in name, folder or slot), have the status, and need attention if requested. */
export function filterRows(rows: StagingRow[], { text, status, attentionOnly }: RowFilter): StagingRow[] {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (status !== 'all' && row.file.status !== status) return false;
    if (attentionOnly && !row.needsAttention) return false;
    const searched = words.length > 0 ? textOf(row) : '';
    return words.every((word) => searched.includes(word));
  });
}

const statusOrder = keysOf(stagingStatuses);
const slotOrder = keysOf(slotTypes);
/** Sorts after every track, and below every confidence. */
const LAST = Number.MAX_SAFE_INTEGER;
const UNKNOWN = -1;

function placeRank({ file, suggestion }: StagingRow): number {
  const place = file.assignment ?? suggestion;
  return place ? place.trackNumber * slotOrder.length + slotOrder.indexOf(place.slotType) : LAST;
}

const comparisons: Record<SortColumn, (one: StagingRow, other: StagingRow) => number> = {
  name: () => 0,
  size: (one, other) => one.file.sizeBytes - other.file.sizeBytes,
  status: (one, other) => statusOrder.indexOf(one.file.status) - statusOrder.indexOf(other.file.status),
  assignment: (one, other) => placeRank(one) - placeRank(other),
  confidence: (one, other) => (one.suggestion?.confidence ?? UNKNOWN) - (other.suggestion?.confidence ?? UNKNOWN),
};

/** Sorts by a column, then by name as `byName` does. */
export function sortRows(rows: StagingRow[], { column, descending }: Sorting): StagingRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'name') return [...rows].sort((one, other) => sign * byName(one.file, other.file));
  return [...rows].sort((one, other) => sign * comparisons[column](one, other) || byName(one.file, other.file));
}
