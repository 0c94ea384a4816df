import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { type MultipartUpload, Storage } from '../../platform/storage/storage.js';
import { forgetAudio } from '../audio/audio.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { missingParts } from '../uploads/upload-parts.lib.js';
import type { PartsView } from '../uploads/upload-parts.schema.js';
import { ProjectFile } from './file.entity.js';
import { FileAccess } from './file-access.service.js';
import type { UnfinishedUpload } from './files.schema.js';

const UNFINISHED_SHOWN = 500;

/** Multipart uploads in Files, and cancelled uploads. */
@Injectable()
export class FilePartsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
  ) {}

  /**
   * Signs the next missing parts; the list is empty when all have arrived.
   * @throws AppError 404 for another user's upload.
   */
  async missing(actor: Actor, fileId: string): Promise<PartsView> {
    const { file, audio } = await this.files.ownUpload(actor, fileId);
    const { objectKey, contentType, sizeBytes } = audio;
    if (file.completedAt) return { sizeBytes, sentBytes: sizeBytes, parts: [] };
    const started = { objectKey, contentType, sizeBytes, upload: file.upload };
    const missing = await missingParts(this.storage, started, (upload) => this.saveMultipart(file, upload));
    if (!missing) throw notFound('Upload');
    return missing;
  }

  /** The actor's resumable uploads that are incomplete, ordered by name. */
  async unfinished(actor: Actor, projectId: string): Promise<UnfinishedUpload[]> {
    await this.access.visible(actor, projectId);
    return this.database.query<UnfinishedUpload>(
      `SELECT file.id AS "fileId", original_name AS "originalName", file_type AS "fileType",
              size_bytes::float8 AS "sizeBytes"
       FROM files file JOIN audio ON audio.id = audio_id
       WHERE project_id = $1 AND uploaded_by = $2 AND last_modified IS NOT NULL AND completed_at IS NULL
         AND deleted_at IS NULL AND state <> 'failed'
       ORDER BY original_name, file.id LIMIT $3`,
      [projectId, actor.userId, UNFINISHED_SHOWN],
    );
  }

  /** Cancels an upload and deletes what has arrived of it. A completed upload stays. */
  async cancel(actor: Actor, fileId: string): Promise<void> {
    const { file, audio } = await this.files.ownUpload(actor, fileId);
    const forgotten = await this.database.transaction(async (tx) => {
      const gone = await tx.query<Pick<ProjectFile, 'upload'>>(
        'DELETE FROM files WHERE id = $1 AND completed_at IS NULL RETURNING upload',
        [fileId],
      );
      if (gone.length > 0) await forgetAudio(tx, file.audioId);
      return gone[0];
    });
    if (!forgotten) return;
    if (forgotten.upload) await this.storage.abortUpload(forgotten.upload);
    await this.storage.delete(audio.objectKey);
  }

  private async saveMultipart(
    { id, upload: before }: ProjectFile,
    upload: MultipartUpload,
  ): Promise<MultipartUpload | null> {
    const kept = await this.database.query(
      `UPDATE files SET upload = $2
       WHERE id = $1 AND completed_at IS NULL AND upload IS NOT DISTINCT FROM $3 RETURNING 1`,
      [id, JSON.stringify(upload), before && JSON.stringify(before)],
    );
    if (kept.length > 0) return upload;
    return (await this.database.manager.findOneBy(ProjectFile, { id }))?.upload ?? null;
  }
}
