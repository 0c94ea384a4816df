import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Actor, CurrentActor } from '../../platform/http/actor.js';
import { IdParam } from '../../platform/http/params.js';
import { Reply, ReplyBytes } from '../../platform/http/reply.js';
import { contentDisposition } from '../../platform/storage/content-type.js';
import { sideName, sidesSchema, type SidesView, sideVersion } from './sides.schema.js';
import { SidesService } from './sides.service.js';

@Controller('projects/:id/sides')
export class SidesController {
  constructor(private readonly sides: SidesService) {}

  /** The sides of the record by the album's order and gaps, and whether each can be made of its vinyl masters. */
  @Get()
  @Reply(sidesSchema)
  list(@CurrentActor() actor: Actor, @IdParam() projectId: string): Promise<SidesView> {
    return this.sides.list(actor, projectId);
  }

  /** The cue sheet for the cutting engineer. */
  @Get(':side/cue')
  @ReplyBytes('text/plain')
  async cue(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('side', { schema: sideName }) side: string,
    @Res() response: Response,
  ): Promise<void> {
    sendText(response, await this.sides.cueSheet(actor, projectId, side));
  }

  /** The cue sheet of an uploaded side, with the times at which its tracks were found. */
  @Get('uploaded/:fileId/cue')
  @ReplyBytes('text/plain')
  async uploadedCue(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @IdParam('fileId') fileId: string,
    @Res() response: Response,
  ): Promise<void> {
    sendText(response, await this.sides.uploadedCueSheet(actor, projectId, fileId));
  }

  /** One WAV for the side. The version is from the list; after a change of the album the answer is 410. */
  @Get(':side/:version/file')
  @ReplyBytes('audio/wav')
  file(
    @CurrentActor() actor: Actor,
    @IdParam() projectId: string,
    @Param('side', { schema: sideName }) side: string,
    @Param('version', { schema: sideVersion }) version: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.sides.send(actor, projectId, side, version, request, response);
  }
}

function sendText(response: Response, { fileName, text }: { fileName: string; text: string }): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Content-Disposition', contentDisposition(fileName, 'text/plain', false));
  response.setHeader('Cache-Control', 'private, no-store');
  response.end(text);
}
