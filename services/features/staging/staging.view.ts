import type { Audio } from '../sound/audio.entity.js';
import { analysisView } from '../sound/audio.view.js';
import type { StagingFileView } from './staging.schema.js';
import type { StagingFile } from './staging-file.entity.js';

/** Released rows have no suggestions any more; the others show the worker's latest. */
export function stagingFileView(
  file: StagingFile,
  audio: Audio,
  assignment: StagingFileView['assignment'],
): StagingFileView {
  return {
    id: file.id,
    fileName: file.fileName,
    originalName: file.originalName,
    folder: file.folder,
    r2Key: audio.objectKey,
    sizeBytes: audio.sizeBytes,
    status: file.status,
    createdAt: file.createdAt.toISOString(),
    assignmentSuggestions: file.status === 'released' ? [] : file.suggestions,
    verdict: file.status === 'released' ? null : file.verdict,
    assignment,
    analysis: analysisView(audio),
  };
}
