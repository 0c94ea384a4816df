import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { notFound } from '../../platform/errors.js';
import { type Actor, BeforeSecondFactor, CurrentActor, Public } from '../../platform/http/actor.js';
import { callerAddress } from '../../platform/http/caller-address.js';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { Reply } from '../../platform/http/reply.js';
import { AuthService } from './auth.service.js';
import { demoUsers } from './dev-mode.policy.js';
import { CallerService } from './sessions/caller.service.js';
import {
  type DevSignIn,
  devSignInSchema,
  portalSchema,
  sessionSchema,
  type Setup,
  setupSchema,
  type SignIn,
  signInSchema,
} from './sessions/session.schema.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('Sessions')
@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly caller: CallerService,
    private readonly sessions: SessionsService,
    private readonly signInService: SignInService,
    private readonly limiter: RateLimiter,
  ) {}

  @BeforeSecondFactor()
  @Get('session')
  @Reply(sessionSchema)
  session(@CurrentActor() actor: Actor) {
    return this.sessions.view(actor.userId);
  }

  @Public()
  @Get('portal')
  @Reply(portalSchema)
  portal(@Req() request: Request) {
    return this.sessions.portal(request);
  }

  @Public()
  @Post('setup')
  @Reply(sessionSchema, 201)
  async setUp(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: setupSchema }) body: Setup,
  ) {
    await this.limiter.enforce(`setup:${callerAddress(request)}`, { window: 60, max: 10 });
    const owner = await this.sessions.setUp(request, body);
    await this.signInService.enter(request, response, owner);
    return this.sessions.view(owner.userId);
  }

  @Public()
  @Post('auth/sign-in/email')
  @Reply(sessionSchema)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: signInSchema }) body: SignIn,
  ) {
    const userId = await this.signInService.withPassword(request, response, body);
    return this.sessions.view(userId);
  }

  @Public()
  @Post('auth/sign-out')
  @Reply(z.null())
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.auth.signOut(request, response);
    return null;
  }

  /** Switches the demo user in Dev Mode; returns 404 otherwise. */
  @Public()
  @Post('dev/sign-in')
  @Reply(sessionSchema)
  async devSignIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: devSignInSchema }) body: DevSignIn,
  ) {
    if (!this.caller.isDevelopment(request)) throw notFound('Path');
    const userId = body.role === 'engineer' ? demoUsers.engineerId : demoUsers.clientId;
    await this.auth.signInAs(request, response, (await this.auth.person(userId))!);
    return this.sessions.view(userId);
  }
}
