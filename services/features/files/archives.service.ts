import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Digests } from '../../platform/audio/measure/digest.js';
import { Database } from '../../platform/database/database.js';
import { AppError, forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { sendContent } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { readChecksums } from '../audio/checksums.lib.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { recordAudit } from '../audit/audit.writes.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDownloadFinals, isItsClient, isItsEngineer } from '../projects/projects.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { ArchiveContent, filesWithin } from './archive-content.js';
import { type ArchiveFile, archiveFiles } from './archive-files.js';
import { layOutArchive } from './archive-layout.js';
import { DownloadsService } from './downloads.service.js';
import type { ArchiveKind } from './files.schema.js';
import { isFirstRequest, watchSent } from './sent-range.js';

/**
 * Sends many files as one ZIP. The archive exists nowhere: lengths and checksums determine every byte of it, so that a
 * download continues where it was cut off.
 */
@Injectable()
export class ArchivesService {
  private readonly reading = new Map<string, Promise<Digests>>();

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly downloads: DownloadsService,
  ) {}

  /** @throws AppError 403 when anyone but the engineer requests the originals, 402 for locked finals. */
  async send(actor: Actor, projectId: string, kind: ArchiveKind, request: Request, response: Response): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    if (kind === 'originals' && !isItsEngineer(actor, project)) {
      throw forbidden('Only engineers can download all originals at once');
    }
    if (kind === 'finals' && !canDownloadFinals(actor, project)) {
      throw new AppError(402, 'payment_required', 'Payment required');
    }
    const files = await archiveFiles(this.database, projectId, kind);
    if (files.length === 0) throw notFound('Files');
    const { fileNameTemplate } = await this.database.manager.findOneByOrFail(Studio, { id: project.studioId });
    const { layout, etag } = layOutArchive(project.title, await this.withChecksums(files), fileNameTemplate);
    const content = new ArchiveContent(layout, etag, this.storage);
    if (isFirstRequest(request)) {
      await recordAudit(this.database, {
        action: kind === 'finals' ? 'finals_downloaded' : 'export',
        subject: `all ${kind} of ${project.title}`,
        subjectId: projectId,
      });
    }
    const sent = watchSent(request, response, layout.sizeBytes);
    const options = { fileName: `${project.title} ${kind}.zip`, contentType: 'application/zip' };
    try {
      await sendContent(request, response, content, options).catch(storageFailure(this.storage));
    } finally {
      content.close();
      const range = kind === 'finals' && isItsClient(actor, project) ? sent() : null;
      if (range) await this.downloads.record(actor, project, filesWithin(layout, range));
    }
  }

  private async withChecksums(files: ArchiveFile[]): Promise<(ArchiveFile & Digests)[]> {
    const complete: (ArchiveFile & Digests)[] = [];
    for (const file of files) {
      const { crc32, sha256 } = file;
      const digests =
        crc32 === null || sha256 === null
          ? await this.checksums(file).catch(storageFailure(this.storage))
          : { crc32, sha256 };
      complete.push({ ...file, ...digests });
    }
    return complete;
  }

  /** Reads a file that has no checksums yet. Requests that come meanwhile wait for the same reading. */
  private checksums({ audioId: id, objectKey, sizeBytes, sha256 }: ArchiveFile): Promise<Digests> {
    const begun = this.reading.get(id);
    if (begun) return begun;
    const reading = readChecksums(this.database, this.storage, { id, objectKey, sizeBytes, sha256 }).finally(() =>
      this.reading.delete(id),
    );
    this.reading.set(id, reading);
    return reading;
  }
}
