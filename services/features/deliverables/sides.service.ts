import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database.js';
import { AppError, conflict } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { Storage } from '../../platform/storage/storage.js';
import { albumOf } from '../album/album.lib.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { copiesOf } from '../ddp/made-copies.lib.js';
import { recordCopy } from '../ddp/made-copies.writes.js';
import { readPieces, totalBytes } from '../ddp/pieces.lib.js';
import { sentOfMasters } from '../ddp/sent-masters.lib.js';
import { DownloadsService } from '../files/downloads.service.js';
import { downloadRefusal } from '../files/files.policy.js';
import { isFirstRequest } from '../files/sent-range.lib.js';
import { sheetOf } from '../metadata/metadata.view.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { canDownloadFinals, canStage } from '../projects/projects.policy.js';
import { type CheckedDeliverable, checkedDeliverables } from './checks.lib.js';
import { cueSheet, uploadedCueSheet } from './cue-sheets.lib.js';
import { type AlbumSide, sidesOf } from './sides.lib.js';
import type { SidesView } from './sides.schema.js';

const cueVersion = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Makes the sides of a record of its approved vinyl masters. They are stored nowhere. */
@Injectable()
export class SidesService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly access: ProjectAccess,
    private readonly downloads: DownloadsService,
  ) {}

  async list(actor: Actor, projectId: string): Promise<SidesView> {
    const project = await this.access.visible(actor, projectId);
    const { title, sides } = await this.sides(project);
    const uploaded = await this.uploaded(actor, project);
    return {
      sides: sides.map(({ tracks, made, ...side }) => ({
        ...side,
        tracks: tracks.map(({ place: { trackId, title }, startS, durationS }) => ({
          trackId,
          title,
          startS,
          durationS,
        })),
        made: made && { version: made.version, fileName: made.fileName, sizeBytes: totalBytes(made.pieces) },
      })),
      copies: await copiesOf(this.database.manager, projectId, ['side', 'side_cue'], (kind, part) => {
        const side = sides.find(({ name }) => name === part);
        return side ? (kind === 'side' ? (side.made?.version ?? null) : cueVersion(cueSheet(title, side))) : null;
      }),
      uploaded: uploaded.map(({ deliverable: { side, title }, ...file }) => ({ ...file, side, title })),
      can: { download: canDownloadFinals(actor, project) },
    };
  }

  /** The cue sheet of a side as text. */
  async cueSheet(actor: Actor, projectId: string, name: string): Promise<{ fileName: string; text: string }> {
    const project = await this.access.visible(actor, projectId);
    const { title, side } = await this.side(project, name);
    const text = cueSheet(title, side);
    await recordCopy(this.database, actor, project, { kind: 'side_cue', part: name, version: cueVersion(text) });
    return { fileName: `${title} side ${name} cue sheet.txt`, text };
  }

  /** The cue sheet of an uploaded side as text. @throws AppError 409 if the side has not been read. */
  async uploadedCueSheet(actor: Actor, projectId: string, fileId: string): Promise<{ fileName: string; text: string }> {
    const project = await this.access.visible(actor, projectId);
    const file = (await this.uploaded(actor, project)).find((each) => each.fileId === fileId);
    if (!file) throw conflict('side_not_read', 'This side has not been analysed yet');
    const { release } = await sheetOf(this.database.manager, project);
    const { vinylFormat } = await albumOf(this.database.manager, projectId);
    return uploadedCueSheet(release.album || project.title, vinylFormat, file);
  }

  /**
   * The WAV of a side, in ranges.
   * @throws AppError 402 before the unlock, 410 if album or masters have changed since that version.
   */
  async send(
    actor: Actor,
    projectId: string,
    name: string,
    version: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const project = await this.access.visible(actor, projectId);
    if (!canDownloadFinals(actor, project)) throw downloadRefusal(actor, project);
    const { side } = await this.side(project, name);
    const { made, tracks } = side;
    if (made?.version !== version) {
      throw new AppError(410, 'album_changed', 'The album has changed since. Please download its current sides.');
    }
    if (isFirstRequest(request)) await recordCopy(this.database, actor, project, { kind: 'side', part: name, version });
    const { pieces, fileName } = made;
    const sizeBytes = totalBytes(pieces);
    const content = {
      sizeBytes,
      etag: `"${version}"`,
      modifiedAt: null,
      read: (range: { start: number; end: number } | null) =>
        readPieces(this.storage, pieces, range ?? { start: 0, end: sizeBytes - 1 }),
    };
    const options = { fileName, contentType: 'audio/wav' };
    const received = (range: { start: number; end: number }) => sentOfMasters(pieces, { tracks }, range);
    await this.downloads.sendMade(actor, project, content, options, received, request, response);
  }

  private async uploaded(actor: Actor, project: Project): Promise<CheckedDeliverable[]> {
    const checked = await checkedDeliverables(this.database.manager, project.id);
    return checked.filter(
      ({ deliverable, isStaged }) => deliverable.kind === 'vinyl_side' && (!isStaged || canStage(actor, project)),
    );
  }

  private async sides(project: Project): Promise<{ title: string; sides: AlbumSide[] }> {
    const { release } = await sheetOf(this.database.manager, project);
    const { manager } = this.database;
    const found = sidesOf(manager, this.storage, project.id, release.catalogueNumber);
    return { title: release.album || project.title, sides: await found.catch(storageFailure(this.storage)) };
  }

  private async side(project: Project, name: string): Promise<{ title: string; side: AlbumSide }> {
    const { title, sides } = await this.sides(project);
    const side = sides.find((each) => each.name === name);
    if (!side) throw conflict('empty_side', `No track of the album is on side ${name}`);
    return { title, side };
  }
}
