import { type EntityManager, In } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { Audio } from '../sound/audio.entity.js';
import { analysisView } from '../sound/audio.view.js';
import { type Acceptances, acceptancesOf, checkViews } from '../sound/checks.view.js';
import { Track } from '../tracks/track.entity.js';
import type { ProjectFile } from './file.entity.js';
import { canApprove, canDelete, canDownload, canHearLossless, type Place } from './files.policy.js';
import type { FileView, Verdict } from './files.schema.js';

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
  losslessState: true,
  losslessError: true,
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
  const ids = files.map((file) => file.id);
  const replaced = await selectRows<{ id: string }>(
    manager,
    `SELECT DISTINCT parent_file_id AS id FROM files
     WHERE parent_file_id = ANY($1) AND completed_at IS NOT NULL AND deleted_at IS NULL`,
    [ids],
  );
  const approvals = await selectRows<ApprovalRow>(
    manager,
    `SELECT file_id AS "fileId", verdict, note, sha256, approvals.created_at AS "createdAt", users.name AS "userName"
     FROM approvals JOIN users ON users.id = user_id WHERE file_id = ANY($1)`,
    [ids],
  );
  const acceptances = await acceptancesOf(
    manager,
    audios.map(({ id }) => id),
  );
  const replacedIds = new Set(replaced.map(({ id }) => id));
  const approvalById = new Map(approvals.map((approval) => [approval.fileId, approval]));
  const audioById = new Map(audios.map((audio) => [audio.id, audio]));
  const titleById = new Map(tracks.map((track) => [track.id, track.title]));
  return files.map((file) =>
    fileView(actor, project, file, {
      audio: audioById.get(file.audioId)!,
      trackTitle: titleById.get(file.trackId ?? '') ?? null,
      current: !replacedIds.has(file.id),
      approval: approvalById.get(file.id) ?? null,
      acceptances,
    }),
  );
}

interface ApprovalRow {
  fileId: string;
  verdict: Verdict;
  note: string;
  sha256: string;
  createdAt: Date;
  userName: string;
}

interface Known {
  audio: Omit<Audio, 'fingerprint'>;
  trackTitle: string | null;
  current: boolean;
  approval: ApprovalRow | null;
  acceptances: Acceptances;
}

function fileView(
  actor: Actor,
  project: Place,
  file: ProjectFile,
  { audio, trackTitle, current, approval, acceptances }: Known,
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
    checks: checkViews(audio, file.slotType, acceptances),
    approval: approval && {
      verdict: approval.verdict,
      note: approval.note,
      userName: approval.userName,
      createdAt: isoTime(approval.createdAt),
      sha256: approval.sha256,
      void: !current || approval.sha256 !== audio.sha256,
    },
    current,
    lossless: canHearLossless(actor, file, project) ? { state: audio.losslessState, error: audio.losslessError } : null,
    can: {
      download: canDownload(actor, file, project),
      delete: canDelete(actor, file, project),
      approve: current && canApprove(actor, file, project),
    },
  };
}
