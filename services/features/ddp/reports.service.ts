import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { isoTime } from '../../platform/http/fields.js';
import { sendContent } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { downloadRefusal } from '../files/files.policy.js';
import { outdatedDdps } from '../orders/disc-plans.lib.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDownloadFinals, isItsEngineer } from '../projects/projects.policy.js';
import type { UploadedDdpsView, UploadedDdpView } from './ddp.schema.js';
import type { DdpReportState } from './ddp-report.entity.js';
import { wantDdpCheck } from './ddp-reports.writes.js';
import { cdMasters } from './masters.lib.js';
import { type Piece, readPieces, totalBytes } from './pieces.lib.js';
import type { DdpReport } from './report.js';

interface ReportRow {
  audioId: string;
  part: number;
  state: DdpReportState;
  report: DdpReport | null;
  updatedAt: Date;
  fileName: string;
  fileId: string | null;
}

const REPORTS = `
  SELECT DISTINCT ON (reports.audio_id, reports.part) reports.audio_id AS "audioId", reports.part, reports.state, report, reports.updated_at AS "updatedAt",
    coalesce(files.original_name, staged.original_name) AS "fileName", files.id AS "fileId"
  FROM ddp_reports reports
    LEFT JOIN files ON files.audio_id = reports.audio_id AND files.project_id = reports.project_id
      AND files.deleted_at IS NULL AND files.completed_at IS NOT NULL
    LEFT JOIN staging_files staged ON staged.audio_id = reports.audio_id AND staged.project_id = reports.project_id AND $2::boolean
  WHERE reports.project_id = $1 AND (files.id IS NOT NULL OR staged.id IS NOT NULL)
  ORDER BY reports.audio_id DESC, reports.part, files.created_at DESC`;

/** Reports on uploaded DDPs. Staged ones are the studio's alone. */
@Injectable()
export class ReportsOnDdpsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
  ) {}

  async list(actor: Actor, projectId: string): Promise<UploadedDdpsView> {
    const project = await this.access.visible(actor, projectId);
    const rows = await this.rows(actor, project);
    const outdated = await outdatedDdps(this.database, projectId);
    const masters = await cdMasters(this.database.manager, projectId);
    const approved = new Set(masters.filter(({ isApproved }) => isApproved).map(({ fileId }) => fileId));
    return {
      projectId,
      ddps: rows.map((row) =>
        viewOf(
          row,
          outdated.some(({ audioId, part }) => audioId === row.audioId && part === row.part),
          approved,
        ),
      ),
      can: { play: canDownloadFinals(actor, project), check: isItsEngineer(actor, project) },
    };
  }

  /** Reads and compares again, for instance after a master has been replaced. */
  async check(actor: Actor, projectId: string, audioId: string): Promise<UploadedDdpsView> {
    const project = await this.access.forEngineer(actor, projectId);
    await this.find(actor, project, audioId, 0);
    await this.database.transaction((tx) => wantDdpCheck(tx, projectId, audioId));
    return this.list(actor, projectId);
  }

  /** The sound of the image, in ranges. @throws AppError 402 before the unlock. */
  async image(
    actor: Actor,
    projectId: string,
    audioId: string,
    part: number,
    request: Request,
    response: Response,
  ): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    const { report, updatedAt } = await this.find(actor, project, audioId, part);
    if (!canDownloadFinals(actor, project)) throw downloadRefusal(actor, project);
    if (!report || report.image.length === 0) throw notFound('Image');
    const pieces = report.image.map((range): Piece => ({
      kind: 'samples',
      sizeBytes: range.sizeBytes,
      samples: { ...range, isSwapped: false },
    }));
    const sizeBytes = totalBytes(pieces);
    const content = {
      sizeBytes,
      etag: `"${audioId}-${part}-${updatedAt.getTime()}"`,
      modifiedAt: null,
      read: (range: { start: number; end: number } | null) =>
        readPieces(this.storage, pieces, range ?? { start: 0, end: sizeBytes - 1 }),
    };
    const options = { fileName: 'IMAGE.DAT', contentType: 'application/octet-stream' };
    await sendContent(request, response, content, options).catch(storageFailure(this.storage));
  }

  private async find(actor: Actor, project: Project, audioId: string, part: number): Promise<ReportRow> {
    const found = (await this.rows(actor, project)).find((row) => row.audioId === audioId && row.part === part);
    if (!found) throw notFound('DDP');
    return found;
  }

  private rows(actor: Actor, project: Project): Promise<ReportRow[]> {
    return this.database.query<ReportRow>(REPORTS, [project.id, isItsEngineer(actor, project)]);
  }
}

function viewOf(
  { audioId, part, state, report, fileName, fileId, updatedAt }: ReportRow,
  isOutdated: boolean,
  approved: ReadonlySet<string>,
): UploadedDdpView {
  const shown = report && {
    ...report,
    // Reports of before have none, and are out of date.
    verdict: report.verdict ?? null,
    isPlayable: report.image.length > 0,
    isApproved:
      report.tracks.length > 0 && report.tracks.every(({ compared }) => compared && approved.has(compared.fileId)),
    isOutdated,
  };
  return {
    audioId,
    part,
    folder: report?.folder ?? '',
    fileName,
    isReleased: fileId !== null,
    state,
    report: shown,
    updatedAt: isoTime(updatedAt),
  };
}
