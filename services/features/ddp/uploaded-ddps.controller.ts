import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { partQuery, uploadedDdpsSchema, type UploadedDdpsView } from './ddp.schema.js';
import { ReportsOnDdpsService } from './reports.service.js';

@Controller('projects/:id/ddps')
export class UploadedDdpsController {
  constructor(private readonly reports: ReportsOnDdpsService) {}

  /** Uploaded DDPs with what was found in them. */
  @Get()
  @Reply(uploadedDdpsSchema)
  list(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<UploadedDdpsView> {
    return this.reports.list(actor, projectId);
  }

  /** Reads and compares one again. */
  @Post(':audioId/check')
  @Reply(uploadedDdpsSchema)
  check(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @IdParam('audioId') audioId: string,
  ): Promise<UploadedDdpsView> {
    return this.reports.check(actor, projectId, audioId);
  }

  /** The sound of its image: 16 bits, 44.1 kHz, stereo, little-endian, without a header. */
  @Get(':audioId/image')
  @ReplyBytes('application/octet-stream')
  image(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @IdParam('audioId') audioId: string,
    @Query({ schema: partQuery }) { part }: z.infer<typeof partQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.reports.image(actor, projectId, audioId, part, request, response);
  }
}
