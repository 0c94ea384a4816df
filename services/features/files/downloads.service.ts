import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { type SendableContent, sendContent, sendObject } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import type { Audio } from '../audio/audio.entity.js';
import { sendPeaks, storageFailure } from '../audio/send-audio.lib.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import type { Project } from '../projects/project.entity.js';
import { canDownloadFinals, isItsPerson } from '../projects/projects.policy.js';
import { lockProject } from '../projects/projects.writes.js';
import { FileAccess, type ReadableFile } from './file-access.service.js';
import { canDownload, downloadRefusal, isFinal } from './files.policy.js';
import { RunningDownloads } from './running-downloads.service.js';
import { isFirstRequest, type SentRange, watchSent } from './sent-range.lib.js';

@Injectable()
export class DownloadsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly files: FileAccess,
    private readonly projects: ProjectsService,
    private readonly running: RunningDownloads,
  ) {}

  /** Sends the original bytes. @throws AppError 402 for finals before the unlock, 403 for people who do not decide. */
  async download(actor: Actor, fileId: string, request: Request, response: Response): Promise<void> {
    const { file, project, audio } = await this.files.readable(actor, fileId);
    if (!canDownload(actor, file, project)) throw downloadRefusal(actor, project);
    if (isFinal(file) && isFirstRequest(request)) {
      await recordAudit(this.database, { action: 'finals_downloaded', subject: file.originalName, subjectId: file.id });
    }
    this.running.watchReader(request, response, project.id, (reader, now) => canDownload(reader, file, now));
    const sent = await this.send({ ...audio, fileId: file.id, fileName: file.originalName }, request, response);
    if (isFinal(file) && isItsPerson(actor, project)) await this.record(actor, project, sent);
  }

  /** Sends a file to someone whose access the caller has checked. Returns what was sent of it. */
  async send(file: SendableFile, request: Request, response: Response): Promise<SentOfFile[]> {
    const { fileId, fileName, contentType, sizeBytes, sha256 } = file;
    const sent = watchSent(request, response, sizeBytes);
    const options = { fileName, contentType, ...(sha256 && { etag: sha256 }) };
    await sendObject(request, response, this.storage, file.objectKey, options).catch(storageFailure(this.storage));
    const range = sent();
    return range ? [{ fileId, sizeBytes, ...range }] : [];
  }

  /**
   * Sends another form of a final that was made from its bytes. `received` returns the range of the bytes that a sent
   * range stands for.
   */
  async sendForm(
    actor: Actor,
    { file, project, audio }: ReadableFile,
    content: SendableContent,
    received: (sent: SentRange) => SentRange | null,
    request: Request,
    response: Response,
  ): Promise<void> {
    if (isFirstRequest(request)) {
      await recordAudit(this.database, { action: 'finals_downloaded', subject: file.originalName, subjectId: file.id });
    }
    this.running.watchReader(request, response, project.id, canDownloadFinals);
    const sent = watchSent(request, response, content.sizeBytes);
    const options = { fileName: file.originalName, contentType: audio.contentType };
    await sendContent(request, response, content, options).catch(storageFailure(this.storage));
    const range = isItsPerson(actor, project) ? sent() : null;
    const own = range && received(range);
    if (own) await this.record(actor, project, [{ fileId: file.id, sizeBytes: audio.sizeBytes, ...own }]);
  }

  /**
   * Sends something that was made from several finals to someone whose access the caller has checked. `received` returns
   * the ranges of the finals that a sent range stands for.
   */
  async sendMade(
    actor: Actor,
    project: Pick<Project, 'id' | 'title' | 'studioId' | 'clientId'>,
    content: SendableContent,
    { fileName, contentType }: { fileName: string; contentType: string },
    received: (sent: SentRange) => SentOfFile[],
    request: Request,
    response: Response,
  ): Promise<void> {
    if (isFirstRequest(request)) {
      const subject = `${fileName} of ${project.title}`;
      await recordAudit(this.database, { action: 'finals_downloaded', subject, subjectId: project.id });
    }
    this.running.watchReader(request, response, project.id, canDownloadFinals);
    const sent = watchSent(request, response, content.sizeBytes);
    try {
      await sendContent(request, response, content, { fileName, contentType }).catch(storageFailure(this.storage));
    } finally {
      const range = isItsPerson(actor, project) ? sent() : null;
      if (range) await this.record(actor, project, received(range));
    }
  }

  async peaks(actor: Actor, fileId: string, request: Request, response: Response): Promise<void> {
    const { audio } = await this.files.readable(actor, fileId);
    if (!audio.peaksKey) throw notFound('Waveform');
    await sendPeaks(request, response, this.storage, audio.peaksKey);
  }

  /**
   * Adds ranges to what the client has downloaded. A paid project is delivered with the last byte of the last final.
   */
  async record(actor: Actor, project: { id: string }, sent: readonly SentOfFile[]): Promise<void> {
    if (sent.length === 0) return;
    const columns = (['fileId', 'start', 'end', 'sizeBytes'] as const).map((key) => sent.map((each) => each[key]));
    await this.database.transaction(async (tx) => {
      // The project may have been deleted for good during the download.
      if (!(await lockProject(tx, project.id))) return;
      const completed = await tx.query<{ fileId: string }>(
        `WITH sent AS (SELECT * FROM unnest($2::uuid[], $3::int8[], $4::int8[], $5::int8[]) AS sent (file_id, first, ending, size)),
           known AS (
             INSERT INTO file_downloads AS known (file_id, user_id, received)
             SELECT file_id, $1, int8multirange(int8range(first, ending)) FROM sent
             ON CONFLICT (file_id, user_id) DO UPDATE SET received = known.received + EXCLUDED.received
             RETURNING file_id, received, completed_at)
         SELECT file_id AS "fileId" FROM known JOIN sent USING (file_id)
         WHERE completed_at IS NULL AND received @> int8range(0, size)`,
        [actor.userId, ...columns],
      );
      if (completed.length === 0) return;
      await tx.query('UPDATE file_downloads SET completed_at = now() WHERE user_id = $1 AND file_id = ANY($2)', [
        actor.userId,
        completed.map(({ fileId }) => fileId),
      ]);
      const missing = await tx.query(
        `SELECT FROM files final
         WHERE project_id = $1 AND file_type <> 'upload' AND completed_at IS NOT NULL AND deleted_at IS NULL
           AND NOT EXISTS (SELECT FROM files newer
             WHERE newer.project_id = final.project_id AND newer.parent_file_id = final.id
               AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
           AND NOT EXISTS (SELECT FROM file_downloads fetched
             WHERE fetched.file_id = final.id AND fetched.user_id = $2 AND fetched.completed_at IS NOT NULL)
         LIMIT 1`,
        [project.id, actor.userId],
      );
      if (missing.length === 0) await this.projects.advance(tx, project.id, 'finals_fetched', null);
    });
  }
}

interface SendableFile extends Pick<Audio, 'objectKey' | 'contentType' | 'sizeBytes' | 'sha256'> {
  fileId: string;
  fileName: string;
}

/** A range of a file that was sent. A file occurs once in a list of them. */
export interface SentOfFile extends SentRange {
  fileId: string;
  sizeBytes: number;
}
