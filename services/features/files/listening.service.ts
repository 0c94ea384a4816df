import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import type { Audio } from '../audio/audio.entity.js';
import { analysisView } from '../audio/audio.view.js';
import { requestLossless } from '../audio/audio.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { isItsPerson } from '../projects/projects.policy.js';
import { ProjectFile } from './file.entity.js';
import { FileAccess } from './file-access.service.js';
import { canDownload, canHearLossless } from './files.policy.js';
import type { FileView, ListeningView } from './files.schema.js';
import { FilesService } from './files.service.js';

/** A player requests new URLs before they expire; a leaked URL is only usable for this long. */
const EXPIRES_S = 15 * 60;

/** A file counts as heard after this many seconds, or after half of it if that is less. */
const HEARD_AFTER_S = 60;

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
    return this.addressesOf(audio, file.originalName, {
      original: canDownload(actor, file, project),
      lossless: canHearLossless(actor, file, project),
    });
  }

  /** Signs the addresses of audio that the caller may hear. @throws AppError 404 while there is no preview. */
  async addressesOf(
    audio: Pick<Audio, 'previewKey' | 'objectKey' | 'contentType' | 'losslessKey'>,
    originalName: string,
    may: { original: boolean; lossless: boolean },
  ): Promise<ListeningView> {
    const expiresAt = new Date(Date.now() + EXPIRES_S * 1000).toISOString();
    const name = originalName.replace(/\.[^.]*$/, '');
    const sign = (key: string, fileName: string, contentType: string) =>
      this.storage.signDownload(key, { fileName, contentType, inline: true, expiresInS: EXPIRES_S });
    if (!audio.previewKey) throw notFound('Preview');
    return {
      expiresAt,
      preview: { url: await sign(audio.previewKey, `${name}.mp3`, 'audio/mpeg'), contentType: 'audio/mpeg' },
      original: may.original
        ? { url: await sign(audio.objectKey, originalName, audio.contentType), contentType: audio.contentType }
        : null,
      lossless:
        may.lossless && audio.losslessKey
          ? { url: await sign(audio.losslessKey, `${name}.flac`, 'audio/flac'), contentType: 'audio/flac' }
          : null,
    };
  }

  /** Adds to what the actor has played of a file. @throws AppError 403 for engineers. */
  async recordPlayed(actor: Actor, fileId: string, seconds: number): Promise<{ heard: boolean }> {
    const { project, audio } = await this.files.visible(actor, fileId);
    if (!isItsPerson(actor, project)) throw forbidden('Only what clients play is recorded');
    const { durationS } = analysisView(audio);
    const needed = Math.min(HEARD_AFTER_S, (durationS ?? Infinity) / 2);
    return this.database.transaction(async (tx) => {
      const [row] = await tx.query<{ heard: boolean; isNew: boolean }>(
        `INSERT INTO listens (user_id, file_id, seconds, heard_at)
         VALUES ($1, $2, $3, CASE WHEN $3::real >= $4::real THEN now() END)
         ON CONFLICT (user_id, file_id) DO UPDATE SET seconds = listens.seconds + excluded.seconds,
           heard_at = coalesce(listens.heard_at, CASE WHEN listens.seconds + excluded.seconds >= $4::real THEN now() END)
         RETURNING new.heard_at IS NOT NULL AS heard, old.heard_at IS NULL AND new.heard_at IS NOT NULL AS "isNew"`,
        [actor.userId, fileId, seconds, needed],
      );
      if (row!.isNew) publishProjectChange(tx, project, 'files');
      return { heard: row!.heard };
    });
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
