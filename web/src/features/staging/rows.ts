import type { AssignmentSuggestion, StagingFile, TrackEntry } from '../../api';
import { keysOf, slotTypes, stagingStatuses } from '../../lib/words';
import { byName, confidenceColor, conflictsOf, isOpen, runnerUpOf, suggestionOf } from './assignments';

/** A staged file with what a reviewer must know about it. */
export interface StagingRow {
  file: StagingFile;
  suggestion: AssignmentSuggestion | null;
  runnerUp: AssignmentSuggestion | null;
  /** What speaks against taking the suggestion as it is: another file, or what has arrived; null for nothing. */
  conflict: string | null;
  /** The track that its name says and that the project does not have yet. */
  waitsFor: { trackNumber: number; title: string } | null;
  /** Whether a person must decide: unreadable, without a sure suggestion, or in conflict. */
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

/** Whether its analysis is still to come. */
export const isBusy = ({ analysis: { state } }: StagingFile) => state === 'queued' || state === 'running';

function needsAttention({ file, conflict, suggestion, waitsFor }: Omit<StagingRow, 'needsAttention'>): boolean {
  if (file.status === 'released') return false;
  if (file.analysis.state === 'failed') return true;
  if (!isOpen(file)) return false;
  if (file.contradiction !== null) return true;
  if (!suggestion) return file.analysis.state === 'done' && waitsFor === null;
  return conflict !== null || confidenceColor(suggestion.confidence) !== 'green';
}

/** What its verdict says to be a snippet or the like waits for no track. */
function trackAwaitedBy(file: StagingFile, proposal: ProposedTrack | undefined): StagingRow['waitsFor'] {
  if (!proposal || (proposal.maybeNoSong && file.verdict !== null)) return null;
  return { trackNumber: proposal.trackNumber, title: proposal.title };
}

/**
 * What a reviewer sees; a file that nothing likely is suggested for waits for the proposed track that it belongs to.
 */
export function rowsOf(files: StagingFile[], entries: TrackEntry[], proposed: ProposedTrack[] = []): StagingRow[] {
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
    };
    return { ...row, needsAttention: needsAttention(row) };
  });
}

function textOf({ file, suggestion }: StagingRow): string {
  const place = file.assignment ?? suggestion;
  const where = place ? `track ${place.trackNumber} - ${slotTypes[place.slotType].label}` : '';
  return `${file.folder ?? ''} ${file.fileName} ${file.originalName} ${where}`.normalize('NFC').toLowerCase();
}

/** Rows that hold every word of the text (in name, folder or place), have the status, and need attention if asked for. */
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
/** After every track, and below every confidence. */
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

/** Sorted by a column, equal ones by name; by name as `byName` does. */
export function sortRows(rows: StagingRow[], { column, descending }: Sorting): StagingRow[] {
  const sign = descending ? -1 : 1;
  if (column === 'name') return [...rows].sort((one, other) => sign * byName(one.file, other.file));
  return [...rows].sort((one, other) => sign * comparisons[column](one, other) || byName(one.file, other.file));
}
