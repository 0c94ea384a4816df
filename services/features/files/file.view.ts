import { type EntityManager, In } from 'typeorm';
import { selectRows } from '../../platform/database/rows.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { Audio } from '../audio/audio.entity.js';
import { analysisView } from '../audio/audio.view.js';
import { type Acceptances, acceptancesOf, checkViews } from '../audio/checks.view.js';
import { deciders } from './approvals.writes.js';
import type { ProjectFile } from './file.entity.js';
import {
  canApprove,
  canDelete,
  canDownload,
  canHearLossless,
  canPair,
  type FileProject,
  isFinal,
  isMaster,
} from './files.policy.js';
import type { FileView, Verdict } from './files.schema.js';
import type { PairingSource } from './mix-pairing.entity.js';

/** All columns of an audio that a view shows. The fingerprint is large and never shown. */
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

/** API views of files of one project for the actor, in the given order. */
export async function fileViews(
  manager: EntityManager,
  actor: Actor,
  project: FileProject,
  files: ProjectFile[],
): Promise<FileView[]> {
  const audios = await manager.find(Audio, {
    where: { id: In(files.map((file) => file.audioId)) },
    select: shownOfAudio,
  });
  const beside = await selectRows<FileContext>(
    manager,
    `SELECT files.id, tracks.id AS "trackId", tracks.title AS "trackTitle", pairing.file_id IS NOT NULL AS "isPaired",
       pairing.decided_by AS "decidedBy", verdict, note, approvals.sha256, users.name AS "userName",
       approvals.created_at AS "approvedAt", NOT EXISTS (
         SELECT FROM files newer
         WHERE newer.project_id = files.project_id AND newer.parent_file_id = files.id
           AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL
       ) AS current,
       ARRAY(SELECT json_build_object('userId', listeners.id, 'name', listeners.name)
             FROM listens JOIN users listeners ON listeners.id = listens.user_id
             WHERE listens.file_id = files.id AND heard_at IS NOT NULL ORDER BY heard_at) AS listeners,
       ARRAY(SELECT json_build_object('trackId', choice.id, 'title', choice.title)
             FROM tracks choice WHERE choice.id = ANY(pairing.choices)
             ORDER BY array_position(pairing.choices, choice.id)) AS choices
     FROM files
       LEFT JOIN mix_pairings pairing ON pairing.file_id = files.id
       LEFT JOIN tracks ON tracks.id = coalesce(files.track_id, pairing.track_id)
       LEFT JOIN (approvals JOIN users ON users.id = approvals.user_id) ON approvals.file_id = files.id
     WHERE files.id = ANY($1)`,
    [files.map((file) => file.id)],
  );
  const acceptances = await acceptancesOf(
    manager,
    audios.map(({ id }) => id),
  );
  const said = await saidAbout(manager, project.id, files);
  const besideById = new Map(beside.map((row) => [row.id, row]));
  const audioById = new Map(audios.map((audio) => [audio.id, audio]));
  return files.map((file) =>
    fileView(actor, project, file, {
      ...besideById.get(file.id)!,
      audio: audioById.get(file.audioId)!,
      acceptances,
      ...said(file),
    }),
  );
}

/** Facts about a file from other tables. */
interface FileContext {
  id: string;
  /** The track that it was released to, or that it is paired with. */
  trackId: string | null;
  trackTitle: string | null;
  isPaired: boolean;
  decidedBy: PairingSource | null;
  choices: { trackId: string; title: string }[];
  /** True unless a newer file has replaced it. */
  current: boolean;
  /** The clients who have heard it. */
  listeners: { userId: string; name: string }[];
  /** Columns of the approval; all null if there is none. */
  verdict: Verdict | null;
  note: string;
  sha256: string;
  approvedAt: Date;
  userName: string;
}

interface FileRow extends FileContext {
  audio: Omit<Audio, 'fingerprint'>;
  acceptances: Acceptances;
  verdicts: FileView['verdicts'];
  awaited: string[];
}

function fileView(
  actor: Actor,
  project: FileProject,
  file: ProjectFile,
  { audio, trackId, trackTitle, current, listeners, verdict, acceptances, verdicts, awaited, ...rest }: FileRow,
): FileView {
  const { isPaired, decidedBy, choices, ...approval } = rest;
  return {
    id: file.id,
    projectId: file.projectId,
    fileName: file.fileName,
    originalName: file.originalName,
    fileType: file.fileType,
    uploadedBy: file.uploadedBy,
    createdAt: isoTime(file.createdAt),
    track_title: trackTitle,
    trackId,
    slotType: file.slotType,
    pairing: isPaired ? { decidedBy, choices } : null,
    deliverable: file.deliverable,
    knownErrors: file.knownErrors,
    parentFileId: file.parentFileId,
    masterFileId: file.masterFileId,
    sizeBytes: audio.sizeBytes,
    sha256: audio.sha256,
    analysis: analysisView(audio),
    checks: checkViews(audio, file.slotType, acceptances),
    approval: verdict && {
      verdict,
      note: approval.note,
      userName: approval.userName,
      createdAt: isoTime(approval.approvedAt),
      sha256: approval.sha256,
      void: !current || approval.sha256 !== audio.sha256,
    },
    heard: listeners.some(({ userId }) => userId === actor.userId),
    heardBy: listeners.map(({ name }) => name),
    verdicts,
    awaited: current && isMaster(file) ? awaited : [],
    current,
    lossless: canHearLossless(actor, file, project) ? { state: audio.losslessState, error: audio.losslessError } : null,
    can: {
      download: canDownload(actor, file, project),
      delete: canDelete(actor, file, project),
      approve: current && canApprove(actor, file, project),
      pair: !isFinal(file) && canPair(actor, project),
    },
  };
}

/** The verdicts of each person on the current bytes of the files, and the deciders of several without a verdict. */
async function saidAbout(manager: EntityManager, projectId: string, files: ProjectFile[]) {
  const rows = await selectRows<Omit<FileView['verdicts'][number], 'createdAt'> & { fileId: string; createdAt: Date }>(
    manager,
    `SELECT v.file_id AS "fileId", v.user_id AS "userId", u.name AS "userName", v.verdict, v.note,
       v.created_at AS "createdAt"
     FROM (
       SELECT file_id, user_id, verdict, note, sha256, created_at FROM verdicts WHERE file_id = ANY($1)
       UNION ALL
       SELECT file_id, user_id, verdict, note, sha256, created_at FROM approvals
       WHERE file_id = ANY($1) AND NOT EXISTS (
         SELECT FROM verdicts known WHERE known.file_id = approvals.file_id AND known.user_id = approvals.user_id)
     ) v
       JOIN users u ON u.id = v.user_id JOIN files f ON f.id = v.file_id
       JOIN audio a ON a.id = f.audio_id AND a.sha256 = v.sha256
     ORDER BY v.created_at, v.user_id`,
    [files.map(({ id }) => id)],
  );
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId);
  const people = await selectRows<{ id: string; name: string }>(manager, deciders('$1'), [projectId]);
  return ({ id }: ProjectFile) => {
    const given = byFile.get(id) ?? [];
    const silent = people.filter((person) => !given.some(({ userId }) => userId === person.id));
    return {
      verdicts: given.map(({ fileId: _, createdAt, ...verdict }) => ({ ...verdict, createdAt: isoTime(createdAt) })),
      awaited: people.length > 1 ? silent.map(({ name }) => name) : [],
    };
  };
}
