import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../../platform/http/actor.js';
import { IdParam } from '../../../platform/http/params.js';
import { Reply } from '../../../platform/http/reply.js';
import { AuthService } from '../auth.service.js';
import { ownSessionSchema } from './own-sessions.schema.js';
import { OwnSessionsService } from './own-sessions.service.js';

@ApiTags('Sessions')
@Controller('auth')
export class OwnSessionsController {
  constructor(
    private readonly sessions: OwnSessionsService,
    private readonly auth: AuthService,
  ) {}

  @Get('sessions')
  @Reply(z.array(ownSessionSchema))
  async list(@CurrentActor() actor: Actor, @Req() request: Request) {
    return this.sessions.list(actor.userId, (await this.auth.session(request))?.token ?? null);
  }

  @Delete('sessions/:id')
  @Reply(z.null())
  async end(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    if ((await this.auth.session(request))?.id === id) await this.auth.signOut(request, response);
    else await this.sessions.end(actor.userId, id);
    return null;
  }

  /** Ends all sessions, including this one. */
  @Post('sign-out-everywhere')
  @Reply(z.null())
  async endAll(@CurrentActor() actor: Actor, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.sessions.endAll(actor.userId);
    await this.auth.signOut(request, response);
    return null;
  }
}
