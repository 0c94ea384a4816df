import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import yazl from 'yazl';
import { Database } from '../../platform/database/database.js';
import { AppError, forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import { Storage, StorageError } from '../../platform/storage/storage.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDownloadFinals, isItsClient, isItsEngineer } from '../projects/projects.policy.js';
import { archivePaths } from './archive-names.js';
import { DownloadsService } from './downloads.service.js';
import type { ArchiveKind } from './files.schema.js';

interface ArchiveEntry {
  fileId: string;
  originalName: string;
  trackNumber: number | null;
  trackTitle: string | null;
  objectKey: string;
  sizeBytes: number;
  createdAt: Date;
}

/** Streams many files as one ZIP. Nothing is written to disk, and only one file is open at a time. */
@Injectable()
export class ArchivesService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly downloads: DownloadsService,
  ) {}

  /** @throws AppError 403 when anyone but the engineer requests the originals, 402 for locked finals. */
  async send(actor: Actor, projectId: string, kind: ArchiveKind, response: Response): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    if (kind === 'originals' && !isItsEngineer(actor, project)) {
      throw forbidden('Only engineers can download all originals at once');
    }
    if (kind === 'finals' && !canDownloadFinals(actor, project)) {
      throw new AppError(402, 'payment_required', 'Payment required');
    }
    const entries = await this.entries(projectId, kind);
    if (entries.length === 0) throw notFound('Files');
    // Check the store before the first byte is sent: afterwards an error could only break the connection.
    const failed = storageFailure(this.storage);
    const first = await this.storage.head(entries[0]!.objectKey).catch(failed);
    if (!first) await failed(new StorageError('not_found', 'There is no such object'));
    await recordAudit(this.database, {
      action: kind === 'finals' ? 'finals_downloaded' : 'export',
      subject: `all ${kind} of ${project.title}`,
      subjectId: projectId,
    });
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as Readable;
    zip.on('error', (error: Error) => output.destroy(error));
    let open: Readable | undefined;
    const names = archivePaths(entries);
    for (const [index, { objectKey, createdAt, sizeBytes }] of entries.entries()) {
      const settings = { mtime: createdAt, size: sizeBytes, compress: false };
      zip.addReadStreamLazy(names[index]!, settings, (callback) => {
        this.storage.get(objectKey).then(
          ({ body }) => callback(null, (open = body)),
          (error: unknown) => callback(error, null as never),
        );
      });
    }
    const fileName = `${project.title} ${kind}.zip`;
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', contentDisposition(fileName, 'application/zip', false));
    response.setHeader('Cache-Control', 'private, no-store');
    zip.end();
    try {
      await pipeline(output, response);
    } catch (error) {
      // The response has started, so the broken connection is the only error signal left.
      if (!response.destroyed) throw error;
      return;
    } finally {
      open?.destroy();
    }
    if (kind !== 'finals' || !isItsClient(actor, project)) return;
    for (const { fileId, sizeBytes } of entries) {
      const downloaded = { file: { id: fileId }, project, audio: { sizeBytes } };
      await this.downloads.record(actor, downloaded, { start: 0, end: sizeBytes });
    }
  }

  /** The current files (without replaced ones) in track order. */
  private entries(projectId: string, kind: ArchiveKind): Promise<ArchiveEntry[]> {
    return this.database.query<ArchiveEntry>(
      `SELECT file.id AS "fileId", file.original_name AS "originalName", track.track_number AS "trackNumber",
              track.title AS "trackTitle", audio.object_key AS "objectKey", audio.size_bytes::float8 AS "sizeBytes",
              file.created_at AS "createdAt"
       FROM files file JOIN audio ON audio.id = file.audio_id LEFT JOIN tracks track ON track.id = file.track_id
       WHERE file.project_id = $1 AND (file.file_type = 'upload') = $2
         AND file.completed_at IS NOT NULL AND file.deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM files newer WHERE newer.project_id = file.project_id
           AND newer.parent_file_id = file.id AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL)
       ORDER BY track.track_number NULLS LAST, file.original_name, file.id`,
      [projectId, kind === 'originals'],
    );
  }
}
