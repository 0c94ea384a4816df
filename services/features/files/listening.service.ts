import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import { FileAccess } from './file-access.service.js';
import { canDownload } from './files.policy.js';
import type { ListeningView } from './files.schema.js';

/** A player asks again before its addresses end; nobody else can use them for long. */
const EXPIRES_S = 15 * 60;

/** Where a browser hears a file. */
@Injectable()
export class ListeningService {
  constructor(
    private readonly storage: Storage,
    private readonly files: FileAccess,
  ) {}

  /**
   * The preview for everyone who sees the file, its own bytes only for those who may download them.
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
    };
  }
}
