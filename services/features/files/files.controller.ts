import { Body, Controller, Delete, Get, Post, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import type { Page } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes, ReplyList } from '../../platform/http/reply.js';
import { discardRest } from '../../platform/storage/receive-object.js';
import { DownloadsService } from './downloads.service.js';
import { UploadsService } from './file-uploads.service.js';
import {
  fileSchema,
  type FileView,
  type UploadPermission,
  uploadPermissionSchema,
  type UploadUrlBody,
  uploadUrlSchema,
} from './files.schema.js';
import { FilesService } from './files.service.js';

@Controller('files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: UploadsService,
    private readonly downloads: DownloadsService,
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
  async upload(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileView> {
    try {
      return await this.uploads.receive(actor, id, request);
    } catch (error) {
      if (!request.complete) {
        response.setHeader('Connection', 'close');
        discardRest(request);
      }
      throw error;
    }
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

  @Get(':id/preview')
  @ReplyBytes('audio/mpeg')
  preview(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.downloads.preview(actor, id, request, response);
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
