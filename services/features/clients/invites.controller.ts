import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentActor, CurrentEngineer, type Engineer, Public } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { pageQuery } from '../../platform/http/page.js';
import { IdParam } from '../../platform/http/params.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply, ReplyList } from '../../platform/http/reply.js';
import { CallerService } from '../auth/sessions/caller.service.js';
import { SignInService } from '../auth/sign-in.service.js';
import { userView } from '../users/user.view.js';
import { accessOf } from '../users/users.policy.js';
import {
  acceptedSchema,
  type AcceptInvite,
  acceptInviteSchema,
  type CreateInvite,
  createInviteSchema,
  invitationSchema,
  inviteSchema,
  openInvitesSchema,
  tokenField,
} from './clients.schema.js';
import { InviteAcceptance } from './invite-acceptance.service.js';
import { InvitesService } from './invites.service.js';

/** Limit per IP address for calls that only need a token. */
const TOKEN_RULE = { window: 60, max: 30 };

@ApiTags('Invites')
@Controller('invites')
export class InvitesController {
  constructor(
    private readonly invites: InvitesService,
    private readonly acceptance: InviteAcceptance,
    private readonly signIn: SignInService,
    private readonly caller: CallerService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Reply(inviteSchema, 201)
  create(@CurrentEngineer() engineer: Engineer, @Body({ schema: createInviteSchema }) body: CreateInvite) {
    return this.invites.create(engineer, body);
  }

  @Get('engineer/:id')
  @ReplyList(inviteSchema)
  list(
    @CurrentEngineer() engineer: Engineer,
    @IdParam() engineerId: string,
    @Query({ schema: pageQuery }) query: z.infer<typeof pageQuery>,
  ) {
    return this.invites.list(engineer, engineerId, query);
  }

  @Public()
  @Get('token/:token')
  @Reply(invitationSchema)
  async show(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('token', { schema: tokenField }) token: string,
  ) {
    await this.limiter.enforce(`invite:${callerAddress(request)}`, TOKEN_RULE);
    response.setHeader('Cache-Control', 'no-store');
    return this.acceptance.show(token, await this.caller.of(request));
  }

  @Public()
  @Post('accept/:token')
  @Reply(acceptedSchema)
  async accept(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('token', { schema: tokenField }) token: string,
    @Body({ schema: acceptInviteSchema.optional() }) body: AcceptInvite | undefined,
  ) {
    await this.limiter.enforce(`invite:${callerAddress(request)}`, TOKEN_RULE);
    const caller = await this.caller.of(request);
    const user = await this.acceptance.accept(token, body ?? {}, caller);
    if (!caller) await this.signIn.enter(request, response, accessOf(user));
    return { user: userView(user) };
  }

  @Public()
  @Post('decline/:token')
  @Reply(z.null())
  async decline(@Req() request: Request, @Param('token', { schema: tokenField }) token: string) {
    await this.limiter.enforce(`invite:${callerAddress(request)}`, TOKEN_RULE);
    await this.acceptance.decline(token);
    return null;
  }

  @Get('open')
  @Reply(openInvitesSchema)
  open(@CurrentActor() actor: Actor) {
    return this.acceptance.open(actor);
  }

  @Post(':id/accept')
  @Reply(z.null())
  async acceptOwn(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.acceptance.acceptOwn(actor, id);
    return null;
  }

  @Post(':id/decline')
  @Reply(z.null())
  async declineOwn(@CurrentActor() actor: Actor, @IdParam() id: string) {
    await this.acceptance.declineOwn(actor, id);
    return null;
  }

  @Post(':id/resend')
  @Reply(inviteSchema)
  resend(@CurrentEngineer() engineer: Engineer, @IdParam() id: string) {
    return this.invites.resend(engineer, id);
  }

  @Delete(':id')
  @Reply(z.null())
  async cancel(@CurrentEngineer() engineer: Engineer, @IdParam() id: string) {
    await this.invites.cancel(engineer, id);
    return null;
  }
}
