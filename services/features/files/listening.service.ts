import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import { requestLossless } from '../audio/audio.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { ProjectFile } from './file.entity.js';
import { FileAccess } from './file-access.service.js';
import { canDownload, canHearLossless } from './files.policy.js';
import type { FileView, ListeningView } from './files.schema.js';
import { FilesService } from './files.service.js';

/** A player requests new URLs before they expire; a leaked URL is only usable for this long. */
const EXPIRES_S = 15 * 60;

/** Provides the URLs from which a browser plays a file. */
@Injectable()
export class ListeningService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly files: FileAccess,
    private readonly views: FilesService,
  ) {}

  /**
   * Everyone who sees the file gets the preview; the original is only for users who may download it, a FLAC only if the
   * engineer allows it.
   * @throws AppError 404 while there is no preview.
   */
  async addresses(actor: Actor, fileId: string): Promise<ListeningView> {
    const { file, project, audio } = await this.files.visible(actor, fileId);
    const expiresAt = new Date(Date.now() + EXPIRES_S * 1000).toISOString();
    const name = file.originalName.replace(/\.[^.]*$/, '');
    const sign = (key: string, fileName: string, contentType: string) =>
      this.storage.signDownload(key, { fileName, contentType, inline: true, expiresInS: EXPIRES_S });
    if (!audio.previewKey) throw notFound('Preview');
    return {
      expiresAt,
      preview: { url: await sign(audio.previewKey, `${name}.mp3`, 'audio/mpeg'), contentType: 'audio/mpeg' },
      original: canDownload(actor, file, project)
        ? { url: await sign(audio.objectKey, file.originalName, audio.contentType), contentType: audio.contentType }
        : null,
      lossless:
        canHearLossless(actor, file, project) && audio.losslessKey
          ? { url: await sign(audio.losslessKey, `${name}.flac`, 'audio/flac'), contentType: 'audio/flac' }
          : null,
    };
  }

  /** Requests the FLAC unless it exists or is being made. @throws AppError 403 when the engineer does not allow it. */
  async makeLossless(actor: Actor, fileId: string): Promise<FileView> {
    const { file: known } = await this.files.visible(actor, fileId);
    await this.database.transaction(async (tx) => {
      const project = await this.access.lockVisible(tx, actor, known.projectId, 'File');
      const file = await tx.manager.findOneBy(ProjectFile, { id: fileId, deletedAt: IsNull() });
      if (!file) throw notFound('File');
      if (!canHearLossless(actor, file, project)) {
        throw forbidden('Lossless listening before payment is not allowed in this project');
      }
      await requestLossless(tx, file.audioId);
      publishProjectChange(tx, project, 'files');
    });
    return this.views.get(actor, fileId);
  }
}
