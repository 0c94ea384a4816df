import { Body, Controller, Delete, Get, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import { sendContent } from '../../platform/storage/send-object.js';
import { CoversService } from './covers.service.js';
import {
  coverQuery,
  metadataExportQuery,
  metadataSchema,
  type MetadataView,
  type RememberColumns,
  rememberColumnsSchema,
  type UpdateMetadata,
  updateMetadataSchema,
} from './metadata.schema.js';
import { MetadataService } from './metadata.service.js';

const COVER_RULE = { window: 3600, max: 60 };

@Controller('projects/:id/metadata')
export class MetadataController {
  constructor(
    private readonly metadata: MetadataService,
    private readonly covers: CoversService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get()
  @Reply(metadataSchema)
  get(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<MetadataView> {
    return this.metadata.get(actor, projectId);
  }

  @Put()
  @Reply(metadataSchema)
  update(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: updateMetadataSchema }) body: UpdateMetadata,
  ): Promise<MetadataView> {
    return this.metadata.update(actor, projectId, body);
  }

  /** Remembers for the studio what columns of imported spreadsheets hold. */
  @Put('columns')
  @Reply(z.null())
  async rememberColumns(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Body({ schema: rememberColumnsSchema }) body: RememberColumns,
  ): Promise<null> {
    await this.metadata.rememberColumns(actor, projectId, body);
    return null;
  }

  /** `sheet` has one line per track, `delivery` one per final with the address of its file. */
  @Get('export')
  @ReplyBytes('text/csv')
  async export(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Query({ schema: metadataExportQuery }) { kind }: z.infer<typeof metadataExportQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const { fileName, text } = await this.metadata.csv(actor, projectId, kind);
    response.setHeader('Content-Disposition', contentDisposition(fileName, 'text/csv', false));
    response.type('text/csv; charset=utf-8').setHeader('Cache-Control', 'private, no-store');
    response.send(text);
  }

  /** The body is the picture itself: a JPEG or PNG. */
  @Put('cover')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Reply(metadataSchema)
  async putCover(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Req() request: Request,
  ): Promise<MetadataView> {
    await this.limiter.enforce(`cover:${actor.userId}`, COVER_RULE);
    return this.covers.put(actor, projectId, request);
  }

  @Delete('cover')
  @Reply(metadataSchema)
  removeCover(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<MetadataView> {
    return this.covers.remove(actor, projectId);
  }

  @Get('cover')
  @ReplyBytes('image/jpeg')
  async cover(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Query({ schema: coverQuery }) { size }: z.infer<typeof coverQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (size === 'whole') {
      const { contentType, ...content } = await this.covers.whole(actor, projectId);
      return sendContent(request, response, content, { fileName: 'cover', contentType, inline: true });
    }
    const { bytes, contentType, etag } = await this.covers.small(actor, projectId);
    response.setHeader('Content-Disposition', contentDisposition('cover', contentType, true));
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-cache').setHeader('ETag', etag);
    response.type(contentType).send(bytes);
  }
}
