import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentOperator, Public } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { SignInService } from '../auth/sign-in.service.js';
import {
  type AcceptEngineerInvite,
  acceptEngineerInviteSchema,
  engineerInvitationSchema,
  engineerInviteSchema,
  engineerToken,
  type InviteEngineer,
  inviteEngineerSchema,
} from './engineers.schema.js';
import { EngineersService } from './engineers.service.js';

/** Limit per IP address for the two calls that only need a token. */
const TOKEN_RULE = { window: 60, max: 30 };

@ApiTags('Engineers')
@Controller('engineer-invites')
export class EngineersController {
  constructor(
    private readonly engineers: EngineersService,
    private readonly signIn: SignInService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Reply(engineerInviteSchema, 201)
  invite(@CurrentOperator() operator: Actor, @Body({ schema: inviteEngineerSchema }) body: InviteEngineer) {
    return this.engineers.invite(operator, body);
  }

  @Get()
  @ReplyList(engineerInviteSchema)
  list(@CurrentOperator() _operator: Actor, @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>) {
    return this.engineers.list(query);
  }

  @Delete(':id')
  @Reply(z.null())
  async cancel(@CurrentOperator() _operator: Actor, @IdParam() id: string) {
    await this.engineers.cancel(id);
    return null;
  }

  @Public()
  @Get('token/:token')
  @Reply(engineerInvitationSchema)
  async show(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('token', { schema: engineerToken }) token: string,
  ) {
    await this.limiter.enforce(`invite:${callerAddress(request)}`, TOKEN_RULE);
    response.setHeader('Cache-Control', 'no-store');
    return this.engineers.show(token);
  }

  @Public()
  @Post('accept/:token')
  @Reply(z.null(), 201)
  async accept(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('token', { schema: engineerToken }) token: string,
    @Body({ schema: acceptEngineerInviteSchema }) body: AcceptEngineerInvite,
  ) {
    await this.limiter.enforce(`invite:${callerAddress(request)}`, TOKEN_RULE);
    await this.signIn.open(request, response, await this.engineers.accept(token, body));
    return null;
  }
}
