import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import { discNumber, discsSchema, type DiscsView, sheetQuery, versionText } from './ddp.schema.js';
import { DdpDownloadsService } from './ddp-downloads.service.js';
import { DiscsService } from './discs.service.js';
import { SheetsService } from './sheets.service.js';

@Controller('projects/:id/discs')
export class DdpController {
  constructor(
    private readonly discs: DiscsService,
    private readonly downloads: DdpDownloadsService,
    private readonly sheets: SheetsService,
  ) {}

  /** The discs of the album with their times, and whether a DDP can be made of each. */
  @Get()
  @Reply(discsSchema)
  list(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<DiscsView> {
    return this.discs.list(actor, projectId);
  }

  /** Computes the checksums of a disc's image, which its download needs. */
  @Post(':disc/prepare')
  @Reply(discsSchema)
  prepare(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
  ): Promise<DiscsView> {
    return this.discs.prepare(actor, projectId, disc);
  }

  /** PQ sheet, cue sheet, text for an order form, or the template for WaveLab. */
  @Get(':disc/sheet')
  @ReplyBytes('application/pdf')
  async sheet(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
    @Query({ schema: sheetQuery }) { format }: z.infer<typeof sheetQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const { fileName, contentType, bytes } = await this.sheets.sheet(actor, projectId, disc, format);
    response.setHeader('Content-Type', contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType);
    response.setHeader('Content-Disposition', contentDisposition(fileName, contentType, false));
    response.setHeader('Cache-Control', 'private, no-store');
    response.end(bytes);
  }

  /** The DDP as a ZIP. The version is from the list of discs; after a change of the album the answer is 410. */
  @Get(':disc/:version/archive')
  @ReplyBytes('application/zip')
  archive(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
    @Param('version', { schema: versionText }) version: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.archive(actor, projectId, disc, version, request, response);
  }

  /** The sound of its image, to be played: 16 bits, 44.1 kHz, stereo, little-endian, without a header. */
  @Get(':disc/:version/image')
  @ReplyBytes('application/octet-stream')
  image(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
    @Param('version', { schema: versionText }) version: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.image(actor, projectId, disc, version, request, response);
  }

  /** The disc as a WAV from index 01 of track 1 on, to which its cue sheet belongs. */
  @Get(':disc/:version/wav')
  @ReplyBytes('audio/wav')
  wav(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
    @Param('version', { schema: versionText }) version: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.wav(actor, projectId, disc, version, request, response);
  }

  /** One file of the DDP, such as IMAGE.DAT. */
  @Get(':disc/:version/files/:name')
  @ReplyBytes('application/octet-stream')
  file(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('disc', { schema: discNumber }) disc: number,
    @Param('version', { schema: versionText }) version: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.file(actor, projectId, disc, version, name, request, response);
  }
}
