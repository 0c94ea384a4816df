import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { parseRange } from '../../platform/storage/byte-range.js';
import { sendObject } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { sendPeaks, storageFailure } from '../audio/send-audio.lib.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectsService } from '../project-lifecycle/projects.service.js';
import { isItsClient } from '../projects/projects.policy.js';
import { lockProject } from '../projects/projects.writes.js';
import { FileAccess } from './file-access.service.js';
import { canDownload, isFinal } from './files.policy.js';

@Injectable()
export class DownloadsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly files: FileAccess,
    private readonly projects: ProjectsService,
  ) {}

  /** Sends the original bytes. @throws 402 for a client's finals before the unlock. */
  async download(actor: Actor, fileId: string, request: Request, response: Response): Promise<void> {
    const found = await this.files.readable(actor, fileId);
    const { file, project, audio } = found;
    if (!canDownload(actor, file, project)) throw new AppError(402, 'payment_required', 'Payment required');
    // A player requests many ranges; only the one that starts the file is audited.
    if (isFinal(file) && request.method === 'GET' && /^(bytes=0-.*)?$/.test(request.headers.range ?? '')) {
      await recordAudit(this.database, { action: 'finals_downloaded', subject: file.originalName, subjectId: file.id });
    }
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    await sendObject(request, response, this.storage, audio.objectKey, {
      fileName: file.originalName,
      contentType: audio.contentType,
      ...(audio.sha256 && { etag: audio.sha256 }),
    }).catch(storageFailure(this.storage));
    if (isFinal(file) && isItsClient(actor, project)) {
      const sent = sentRange(request, response, audio.sizeBytes, (socket?.bytesWritten ?? 0) - before);
      if (sent) await this.record(actor, found, sent);
    }
  }

  async peaks(actor: Actor, fileId: string, request: Request, response: Response): Promise<void> {
    const { audio } = await this.files.readable(actor, fileId);
    if (!audio.peaksKey) throw notFound('Waveform');
    await sendPeaks(request, response, this.storage, audio.peaksKey);
  }

  /**
   * Adds a range to what the client has downloaded. A paid project is delivered with the last byte of the last final.
   */
  async record(actor: Actor, { file, project, audio }: DownloadedFile, sent: SentRange): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockProject(tx, project.id);
      await tx.query(
        `INSERT INTO file_downloads AS known (file_id, user_id, received)
         VALUES ($1, $2, int8multirange(int8range($3, $4)))
         ON CONFLICT (file_id, user_id) DO UPDATE SET received = known.received + EXCLUDED.received`,
        [file.id, actor.userId, sent.start, sent.end],
      );
      const completed = await tx.query(
        `UPDATE file_downloads SET completed_at = now()
         WHERE file_id = $1 AND user_id = $2 AND completed_at IS NULL AND received @> int8range(0, $3)
         RETURNING file_id`,
        [file.id, actor.userId, audio.sizeBytes],
      );
      if (completed.length === 0) return;
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

export interface DownloadedFile {
  file: { id: string };
  project: { id: string };
  audio: { sizeBytes: number };
}

/** A byte range of the object; `end` is exclusive. */
interface SentRange {
  start: number;
  end: number;
}

/**
 * The range that a response has sent. If the connection broke, it counts the bytes written to the socket, including
 * headers.
 */
function sentRange(request: Request, response: Response, sizeBytes: number, bytesWritten: number): SentRange | null {
  if (request.method !== 'GET' || ![200, 206].includes(response.statusCode)) return null;
  const range = response.statusCode === 206 ? parseRange(request.headers.range, sizeBytes) : null;
  const { start, end } = range && range !== 'unsatisfiable' ? range : { start: 0, end: sizeBytes - 1 };
  const sentEnd = response.writableFinished ? end + 1 : Math.min(start + bytesWritten, end + 1);
  return sentEnd > start ? { start, end: sentEnd } : null;
}
