import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Actor, CurrentActor } from '../platform/http/actor.js';
import { LiveStreams } from './live-streams.js';

@Controller('events')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  /**
   * Server-sent events. `hello` with `{userId}` comes first; then unnamed events `{topic, id?, projectId?}`, each of which means that
   * something the caller may read has changed. When the stream had to be opened again, some may have been missed.
   */
  @Get()
  @ApiExcludeEndpoint()
  events(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response): void {
    this.streams.open(actor, request, response);
  }
}
