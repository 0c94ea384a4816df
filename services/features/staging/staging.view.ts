import type { Audio } from '../audio/audio.entity.js';
import { analysisView, announcedView } from '../audio/audio.view.js';
import { type Acceptances, checkViews } from '../audio/checks.view.js';
import type { IncomingFile, StagingFile } from '../staged-files/staging-file.entity.js';
import type { StagingFileView } from './staging.schema.js';

/** A file that has arrived. */
export interface StagedRow {
  file: StagingFile;
  audio: Audio;
}

/** A file that is being uploaded. */
export interface IncomingRow {
  file: IncomingFile;
  audio: null;
}

/** Released rows have no suggestions; the others have the worker's latest. */
export function stagingFileView(
  { file, audio }: StagedRow | IncomingRow,
  assignment: StagingFileView['assignment'],
  acceptances: Acceptances,
): StagingFileView {
  return {
    id: file.id,
    fileName: file.fileName,
    originalName: file.originalName,
    folder: file.folder,
    ...(audio
      ? { r2Key: audio.objectKey, sizeBytes: audio.sizeBytes }
      : { r2Key: file.objectKey, sizeBytes: file.sizeBytes }),
    status: file.status === 'pending' && assignment ? 'incoming' : file.status,
    createdAt: file.createdAt.toISOString(),
    assignmentSuggestions: file.status === 'released' ? [] : file.suggestions,
    verdict: file.status === 'released' ? null : file.verdict,
    assignment,
    deliverable: file.deliverable,
    contradiction: file.contradiction,
    analysis: audio ? analysisView(audio) : announcedView(file.header),
    checks: audio ? checkViews(audio, assignment?.slotType ?? null, acceptances) : [],
  };
}
