import type { AssignmentSuggestion, StagingFile, TrackEntry } from '../../api';
import { analysis } from '../../lib/format/analysis.fixture';
import type { SlotType } from '../../lib/words';

export const suggestion = (trackId: string, slotType: SlotType, confidence: number): AssignmentSuggestion => ({
  trackId,
  trackNumber: Number(trackId.replace(/\D/g, '')),
  slotType,
  confidence,
  reasoning: [],
  evidence: [],
});

export const stagingFile = (id: string, changes: Partial<StagingFile> = {}): StagingFile => ({
  id,
  fileName: id,
  originalName: id,
  folder: null,
  r2Key: id,
  sizeBytes: 1,
  status: 'pending',
  createdAt: '2026-01-01T00:00:00Z',
  assignmentSuggestions: [],
  verdict: null,
  assignment: null,
  deliverable: null,
  contradiction: null,
  checks: [],
  analysis: analysis(),
  ...changes,
});

/** A track with a required streaming slot and an optional vinyl slot, filled according to `held`. */
export function trackEntry(id: string, held: Partial<Record<SlotType, string>> = {}): TrackEntry {
  const slot = (slotType: SlotType, isRequired: boolean) => ({
    id: `${id} ${slotType}`,
    trackId: id,
    slotType,
    isRequired,
    fileId: null,
    stagingFileId: held[slotType] ?? null,
  });
  return {
    track: { id, trackNumber: Number(id.replace(/\D/g, '')), title: id, isrc: null, notes: null, warnings: [] },
    slots: [slot('streaming_master', true), slot('vinyl_master', false)],
  };
}
