import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Digests } from '../../platform/audio/measure/digest.js';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { sendContent } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import type { ZipLayout } from '../../platform/zip/layout.js';
import { Audio } from '../audio/audio.entity.js';
import { readChecksums } from '../audio/checksums.lib.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { recordAudit } from '../audit/audit.writes.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDownloadFinals, isItsEngineer, isItsPerson } from '../projects/projects.policy.js';
import { Studio } from '../studio/studio.entity.js';
import { ArchiveContent, type ArchiveSource, filesWithin } from './archive-content.js';
import { type ArchiveCopy, type ArchiveFile, archiveFiles, type ChosenFile, chosenFiles } from './archive-files.lib.js';
import { type ArchiveExtras, layOutArchive, layOutCopy } from './archive-layout.lib.js';
import { DownloadsService, type SentOfFile } from './downloads.service.js';
import { downloadRefusal } from './files.policy.js';
import type { ArchiveKind } from './files.schema.js';
import { RunningDownloads } from './running-downloads.service.js';
import { isFirstRequest, watchSent } from './sent-range.lib.js';

/** Title and template in the names of an archive and its files. */
interface Naming {
  project: string;
  template: string;
}

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
    private readonly running: RunningDownloads,
  ) {}

  /**
   * @throws AppError 403 when anyone but the engineer requests the originals or a person who does not decide the finals,
   * 402 for locked finals.
   */
  async send(actor: Actor, projectId: string, kind: ArchiveKind, request: Request, response: Response): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    if (kind === 'originals' && !isItsEngineer(actor, project)) {
      throw forbidden('Only engineers can download all originals at once');
    }
    if (kind === 'finals' && !canDownloadFinals(actor, project)) {
      throw downloadRefusal(actor, project);
    }
    const files = await archiveFiles(this.database, projectId, kind);
    if (files.length === 0) throw notFound('Files');
    if (isFirstRequest(request)) {
      await recordAudit(this.database, {
        action: kind === 'finals' ? 'finals_downloaded' : 'export',
        subject: `all ${kind} of ${project.title}`,
        subjectId: projectId,
      });
    }
    this.running.watchReader(request, response, projectId, kind === 'finals' ? canDownloadFinals : isItsEngineer);
    const named = { ...(await this.namingOf(project)), fileName: `${project.title} ${kind}.zip` };
    await this.sendZip(named, files, request, response, async (sent) => {
      if (kind === 'finals' && isItsPerson(actor, project)) await this.downloads.record(actor, project, sent);
    });
  }

  /**
   * Sends some files of a project, current or replaced, to someone whose access the caller has checked. Their titles,
   * numbers, slots and codes are the given ones. `onSent` learns what was sent of each file.
   * @throws AppError 404 if all of them have been deleted.
   */
  async sendChosen(
    project: Pick<Project, 'id' | 'title' | 'studioId'>,
    naming: Naming | undefined,
    chosen: readonly ChosenFile[],
    request: Request,
    response: Response,
    onSent: (sent: SentOfFile[]) => Promise<void>,
    extras?: ArchiveExtras,
  ): Promise<void> {
    const byId = new Map(chosen.map((each, index) => [each.fileId, { ...each, index }]));
    const found = await chosenFiles(this.database, project.id, [...byId.keys()]);
    const files = found
      .map((file) => ({ file, own: byId.get(file.fileId)! }))
      .sort((a, b) => a.own.index - b.own.index)
      .map(({ file, own: { trackNumber, trackTitle, slotType, isrc, copy } }) => ({
        ...file,
        trackNumber,
        trackTitle,
        slotType,
        isrc,
        ...(copy && { copy }),
      }));
    if (files.length === 0) throw notFound('Files');
    const names = naming ?? (await this.namingOf(project));
    await this.sendZip({ ...names, fileName: `${names.project}.zip` }, files, request, response, onSent, extras);
  }

  private async sendZip(
    { project, template, fileName }: Naming & { fileName: string },
    files: ArchiveFile[],
    request: Request,
    response: Response,
    onSent: (sent: SentOfFile[]) => Promise<void>,
    extras?: ArchiveExtras,
  ): Promise<void> {
    const gone = files.find(({ isGone }) => isGone);
    if (gone) throw notFound(`The stored file ${gone.originalName}`);
    const { layout, etag } = layOutArchive(project, await this.withChecksums(files), template, extras);
    await this.sendLayout(layout, etag, { fileName, contentType: 'application/zip' }, request, response, onSent);
  }

  private async namingOf({ title, studioId }: Pick<Project, 'title' | 'studioId'>): Promise<Naming> {
    const { fileNameTemplate } = await this.database.manager.findOneByOrFail(Studio, { id: studioId });
    return { project: title, template: fileNameTemplate };
  }

  /** Sends the tagged copy of a file to someone whose access the caller has checked. */
  async sendCopy(
    file: Pick<ArchiveFile, 'fileId' | 'objectKey' | 'sizeBytes'>,
    copy: ArchiveCopy,
    options: { fileName: string; contentType: string },
    request: Request,
    response: Response,
    onSent: (sent: SentOfFile[]) => Promise<void>,
  ): Promise<void> {
    await this.sendLayout(layOutCopy(file, copy), `"${copy.sha256}"`, options, request, response, onSent);
  }

  private async sendLayout(
    layout: ZipLayout<ArchiveSource>,
    etag: string,
    options: { fileName: string; contentType: string },
    request: Request,
    response: Response,
    onSent: (sent: SentOfFile[]) => Promise<void>,
  ): Promise<void> {
    const content = new ArchiveContent(layout, etag, this.storage);
    const sent = watchSent(request, response, layout.sizeBytes);
    try {
      await sendContent(request, response, content, options).catch(storageFailure(this.storage));
    } finally {
      content.close();
      const range = sent();
      if (range) await onSent(filesWithin(layout, range));
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
    const read = async (): Promise<Digests> => {
      // A reading may have ended since this request has looked.
      const { manager } = this.database;
      const stored = await manager.findOne(Audio, { where: { id }, select: { crc32: true, sha256: true } });
      if (stored?.sha256 && stored.crc32 !== null) return { crc32: stored.crc32, sha256: stored.sha256 };
      return readChecksums(this.database, this.storage, { id, objectKey, sizeBytes, sha256 });
    };
    const reading = read().finally(() => this.reading.delete(id));
    this.reading.set(id, reading);
    return reading;
  }
}
