import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IMAGE_NAME, writeChecksums } from '../../ddp/write.js';
import { Database } from '../../platform/database/database.js';
import { conflict, notFound } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { type SendableContent, sendContent } from '../../platform/storage/send-object.js';
import { Storage } from '../../platform/storage/storage.js';
import { layOutZip } from '../../platform/zip/layout.js';
import { storageFailure } from '../audio/send-audio.lib.js';
import { DownloadsService } from '../files/downloads.service.js';
import { isFirstRequest } from '../files/sent-range.lib.js';
import type { Project } from '../projects/project.entity.js';
import { DiscImage } from './disc-image.entity.js';
import { type MadeDdp, nameOf, type ProjectDisc, wavNameOf, wavOf } from './discs.lib.js';
import { DiscsService } from './discs.service.js';
import { recordCopy } from './made-copies.writes.js';
import { type Piece, readPieces, totalBytes } from './pieces.lib.js';
import { sentOfMasters } from './sent-masters.lib.js';

/** Fixed, so that the same DDP has the same bytes at any time. */
const PACKED_AT = new Date('2000-01-01T00:00:00Z');

const IMAGE_TYPE = 'application/octet-stream';

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Sends DDPs that are stored nowhere: descriptors, and the samples of the masters with silence between them. */
@Injectable()
export class DdpDownloadsService {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly discs: DiscsService,
    private readonly downloads: DownloadsService,
  ) {}

  /**
   * The whole DDP as a ZIP. A download that is resumed with If-Range after the album has changed begins again with the
   * current one. @throws AppError 409 until the checksums of the image are known, 410 after the album has changed.
   */
  async archive(
    actor: Actor,
    projectId: string,
    number: number,
    asked: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { project, disc, made } = await this.discs.version(
      actor,
      projectId,
      number,
      request.headers['if-range'] === `"${asked}"` ? null : asked,
    );
    const { version } = made;
    const files = await this.filesOf(made);
    // The whole is sent, as for a first request.
    if (version !== asked) delete request.headers.range;
    if (isFirstRequest(request)) {
      await recordCopy(this.database, actor, project, { kind: 'ddp', part: String(number), version });
    }
    const layout = layOutZip(
      files.map(({ name, pieces, checksum }) => ({
        name,
        sizeBytes: totalBytes(pieces),
        crc32: checksum,
        modifiedAt: PACKED_AT,
        source: pieces,
      })),
    );
    const pieces = layout.pieces.flatMap(({ bytes, source, sizeBytes }): Piece[] =>
      bytes ? [{ kind: 'bytes', bytes, sizeBytes }] : source,
    );
    await this.send(
      actor,
      project,
      disc,
      { pieces, name: `${nameOf(disc)} DDP.zip`, type: 'application/zip', version },
      request,
      response,
    );
  }

  /** One of its files. The image can be downloaded before the checksums are known. */
  async file(
    actor: Actor,
    projectId: string,
    number: number,
    version: string,
    name: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { project, disc, made } = await this.discs.version(actor, projectId, number, version);
    const files = name === IMAGE_NAME ? [{ name, pieces: made.image }] : await this.filesOf(made);
    const found = files.find((file) => file.name === name);
    if (!found) throw notFound('File');
    const sent = { pieces: found.pieces, name, type: IMAGE_TYPE, version: `${version}-${name}` };
    await this.send(actor, project, disc, sent, request, response);
  }

  /** The disc as a WAV, to which its cue sheet belongs. It can be downloaded before the checksums are known. */
  async wav(
    actor: Actor,
    projectId: string,
    number: number,
    version: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { project, disc, made } = await this.discs.version(actor, projectId, number, version);
    if (isFirstRequest(request)) {
      await recordCopy(this.database, actor, project, { kind: 'wav', part: String(number), version });
    }
    const sent = { pieces: wavOf(disc, made), name: wavNameOf(disc), type: 'audio/wav', version: `${version}-wav` };
    await this.send(actor, project, disc, sent, request, response);
  }

  /** The sound of the image for playing, which counts as no download. It can be heard before the checksums are known. */
  async image(
    actor: Actor,
    projectId: string,
    number: number,
    version: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { made } = await this.discs.version(actor, projectId, number, version);
    const options = { fileName: IMAGE_NAME, contentType: IMAGE_TYPE };
    const content = this.contentOf(made.image, `${version}-image`);
    await sendContent(request, response, content, options).catch(storageFailure(this.storage));
  }

  private contentOf(pieces: Piece[], version: string): SendableContent {
    const sizeBytes = totalBytes(pieces);
    return {
      sizeBytes,
      etag: `"${version}"`,
      modifiedAt: null,
      read: (range) => readPieces(this.storage, pieces, range ?? { start: 0, end: sizeBytes - 1 }),
    };
  }

  private async filesOf(made: MadeDdp): Promise<{ name: string; pieces: Piece[]; checksum: number }[]> {
    const image = await this.database.manager.findOneBy(DiscImage, { key: made.imageKey, state: 'ready' });
    if (!image) {
      throw conflict('ddp_not_ready', 'The checksums of this DDP are not computed yet. Please prepare the download.');
    }
    const small = [...made.descriptors.files, writeChecksums(made.descriptors, image.md5!, md5)];
    return [
      ...small.map(({ name, bytes }) => ({
        name,
        pieces: [{ kind: 'bytes' as const, bytes, sizeBytes: bytes.length }],
        checksum: crc32(bytes),
      })),
      { name: IMAGE_NAME, pieces: made.image, checksum: image.crc32! },
    ];
  }

  private async send(
    actor: Actor,
    project: Project,
    disc: ProjectDisc,
    { pieces, name, type, version }: { pieces: Piece[]; name: string; type: string; version: string },
    request: Request,
    response: Response,
  ): Promise<void> {
    const content = this.contentOf(pieces, version);
    const options = { fileName: name, contentType: type };
    const received = (range: { start: number; end: number }) => sentOfMasters(pieces, disc, range);
    await this.downloads.sendMade(actor, project, content, options, received, request, response);
  }
}
