import type { Audio } from '../audio/audio.entity.js';
import { analysisView, announcedView } from '../audio/audio.view.js';
import { type Acceptances, checkViews } from '../audio/checks.view.js';
import type { StagingFile } from '../staged-files/staging-file.entity.js';
import type { UploadIntent } from '../staged-files/upload-intent.entity.js';
import type { StagingFileView } from './staging.schema.js';

/** Released rows have no suggestions; the others have the worker's latest. */
export function stagingFileView(
  file: StagingFile,
  audio: Audio,
  assignment: StagingFileView['assignment'],
  acceptances: Acceptances,
): StagingFileView {
  return {
    id: file.id,
    fileName: file.fileName,
    originalName: file.originalName,
    folder: file.folder,
    r2Key: audio.objectKey,
    sizeBytes: audio.sizeBytes,
    status: file.status === 'pending' && assignment ? 'incoming' : file.status,
    createdAt: file.createdAt.toISOString(),
    assignmentSuggestions: file.status === 'released' ? [] : file.suggestions,
    verdict: file.status === 'released' ? null : file.verdict,
    assignment,
    contradiction: file.contradiction,
    analysis: analysisView(audio),
    checks: checkViews(audio, assignment?.slotType ?? null, acceptances),
  };
}

/** The reply for a file that is being uploaded. It keeps its id when it arrives. */
export function incomingFileView(file: UploadIntent, assignment: StagingFileView['assignment']): StagingFileView {
  return {
    id: file.id,
    fileName: file.fileName,
    originalName: file.originalName,
    folder: file.folder,
    r2Key: file.objectKey,
    sizeBytes: file.sizeBytes,
    status: 'incoming',
    createdAt: file.createdAt.toISOString(),
    assignmentSuggestions: file.suggestions,
    verdict: file.verdict,
    assignment,
    contradiction: null,
    analysis: announcedView(file.header),
    checks: [],
  };
}
