import { type EntityManager, In } from 'typeorm';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { Audio } from '../sound/audio.entity.js';
import { analysisView } from '../sound/audio.view.js';
import { Track } from '../tracks/track.entity.js';
import type { ProjectFile } from './file.entity.js';
import { canDelete, canDownload, type Place } from './files.policy.js';
import type { FileView } from './files.schema.js';

/** Everything about an audio that is shown; the fingerprint is long and never is. */
const shownOfAudio = {
  id: true,
  objectKey: true,
  sizeBytes: true,
  contentType: true,
  sha256: true,
  state: true,
  progress: true,
  error: true,
  probe: true,
  facts: true,
  peaksKey: true,
  previewKey: true,
  createdAt: true,
  analysedAt: true,
} as const;

/** Files of one project as the wire shows them to the actor, in the order given. */
export async function fileViews(
  manager: EntityManager,
  actor: Actor,
  project: Place,
  files: ProjectFile[],
): Promise<FileView[]> {
  const trackIds = files.flatMap((file) => file.trackId ?? []);
  const audios = await manager.find(Audio, {
    where: { id: In(files.map((file) => file.audioId)) },
    select: shownOfAudio,
  });
  const tracks = await manager.find(Track, { where: { id: In(trackIds) }, select: { id: true, title: true } });
  const audioById = new Map(audios.map((audio) => [audio.id, audio]));
  const titleById = new Map(tracks.map((track) => [track.id, track.title]));
  return files.map((file) =>
    fileView(actor, project, file, audioById.get(file.audioId)!, titleById.get(file.trackId ?? '') ?? null),
  );
}

function fileView(
  actor: Actor,
  project: Place,
  file: ProjectFile,
  audio: Omit<Audio, 'fingerprint'>,
  trackTitle: string | null,
): FileView {
  return {
    id: file.id,
    projectId: file.projectId,
    fileName: file.fileName,
    originalName: file.originalName,
    fileType: file.fileType,
    uploadedBy: file.uploadedBy,
    createdAt: isoTime(file.createdAt),
    track_title: trackTitle,
    trackId: file.trackId,
    slotType: file.slotType,
    parentFileId: file.parentFileId,
    masterFileId: file.masterFileId,
    sizeBytes: audio.sizeBytes,
    sha256: audio.sha256,
    analysis: analysisView(audio),
    can: { download: canDownload(actor, file, project), delete: canDelete(actor, file, project) },
  };
}
