import { Body, Controller, Delete, Get, Param, ParseEnumPipe, Post, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import { partsSchema, type PartsView } from '../uploads/upload-parts.schema.js';
import { ApprovalsService } from './approvals.service.js';
import { ArchivesService } from './archives.service.js';
import { DownloadsService } from './downloads.service.js';
import { FilePartsService } from './file-parts.service.js';
import { FileUploadsService } from './file-uploads.service.js';
import {
  type ArchiveKind,
  archiveKinds,
  chooseTrackSchema,
  fileSchema,
  type FileView,
  type GiveVerdict,
  giveVerdictSchema,
  heardSchema,
  listeningSchema,
  type ListeningView,
  playedSchema,
  soundQualities,
  type SoundQuality,
  unfinishedUploadsSchema,
  type UploadPermission,
  uploadPermissionSchema,
  type UploadUrlBody,
  uploadUrlSchema,
} from './files.schema.js';
import { FilesService } from './files.service.js';
import { ListeningService } from './listening.service.js';
import { MixPairings } from './mix-pairings.service.js';

@Controller('files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: FileUploadsService,
    private readonly parts: FilePartsService,
    private readonly downloads: DownloadsService,
    private readonly archives: ArchivesService,
    private readonly listen: ListeningService,
    private readonly approvals: ApprovalsService,
    private readonly pairings: MixPairings,
  ) {}

  @Post('upload-url')
  @Reply(uploadPermissionSchema, 201)
  begin(
    @CurrentActor() actor: Actor,
    @Body({ schema: uploadUrlSchema }) body: UploadUrlBody,
  ): Promise<UploadPermission> {
    return this.uploads.begin(actor, body);
  }

  @Put('upload/:id')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Reply(fileSchema)
  async upload(@CurrentActor() actor: Actor, @IdParam() id: string, @Req() request: Request): Promise<FileView> {
    return this.uploads.receive(actor, id, request);
  }

  /** Cancels an incomplete upload of the caller and deletes what has arrived of it. */
  @Delete('upload/:id')
  @Reply(z.null())
  async cancelUpload(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.parts.cancel(actor, id);
    return null;
  }

  /** Signed URLs for the missing parts of a multipart upload. */
  @Post(':id/upload-parts')
  @Reply(partsSchema)
  missingParts(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<PartsView> {
    return this.parts.missing(actor, id);
  }

  @Post(':id/complete')
  @Reply(fileSchema)
  complete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<FileView> {
    return this.uploads.complete(actor, id);
  }

  @Get('project/:projectId')
  @ReplyList(fileSchema)
  async list(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string): Promise<Page<FileView>> {
    return { data: await this.files.list(actor, projectId), nextCursor: null };
  }

  /** The caller's interrupted uploads. */
  @Get('project/:projectId/unfinished-uploads')
  @Reply(unfinishedUploadsSchema)
  async unfinished(@CurrentActor() actor: Actor, @IdParam('projectId') projectId: string) {
    return { uploads: await this.parts.unfinished(actor, projectId) };
  }

  /** All originals or all finals as one ZIP; answers ranges, so that an interrupted download continues. */
  @Get('project/:projectId/archive/:kind')
  @ApiParam({ name: 'kind', enum: archiveKinds })
  @ReplyBytes('application/zip')
  archive(
    @CurrentActor() actor: Actor,
    @IdParam('projectId') projectId: string,
    @Param('kind', new ParseEnumPipe(archiveKinds)) kind: ArchiveKind,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.archives.send(actor, projectId, kind, request, response);
  }

  @Get('download/:id')
  @ReplyBytes('application/octet-stream')
  download(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.download(actor, id, request, response);
  }

  /** URLs for a player, which asks again after a quarter of an hour. */
  @Get(':id/listening')
  @Reply(listeningSchema)
  listening(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ListeningView> {
    return this.listen.addresses(actor, id);
  }

  /** The sound that a path of `listening` leads to. */
  @Get(':id/sound/:quality')
  @ApiParam({ name: 'quality', enum: soundQualities })
  @ReplyBytes('audio/*')
  sound(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Param('quality', new ParseEnumPipe(soundQualities)) quality: SoundQuality,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.listen.send(actor, id, quality, request, response);
  }

  /** Adds to what the client has played of a file. */
  @Post(':id/played')
  @Reply(heardSchema)
  played(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: playedSchema }) { seconds }: { seconds: number },
  ): Promise<{ heard: boolean }> {
    return this.listen.recordPlayed(actor, id, seconds);
  }

  /** Requests a lossless version; the file's `lossless.state` shows when it is ready. */
  @Post(':id/lossless')
  @Reply(fileSchema)
  makeLossless(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<FileView> {
    return this.listen.makeLossless(actor, id);
  }

  /** Says which track an original belongs to. */
  @Put(':id/track')
  @Reply(fileSchema)
  chooseTrack(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: chooseTrackSchema }) { trackId }: { trackId: string | null },
  ): Promise<FileView> {
    return this.pairings.choose(actor, id, trackId);
  }

  @Put(':id/approval')
  @Reply(fileSchema)
  approve(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Body({ schema: giveVerdictSchema }) body: GiveVerdict,
  ): Promise<FileView> {
    return this.approvals.give(actor, id, body);
  }

  @Delete(':id/approval')
  @Reply(fileSchema)
  takeApprovalBack(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<FileView> {
    return this.approvals.takeBack(actor, id);
  }

  @Get(':id/peaks')
  @ReplyBytes('application/octet-stream')
  peaks(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.peaks(actor, id, request, response);
  }

  @Get(':id')
  @Reply(fileSchema)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<FileView> {
    return this.files.get(actor, id);
  }

  @Delete(':id')
  @Reply(z.null())
  async delete(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<null> {
    await this.files.delete(actor, id);
    return null;
  }
}
