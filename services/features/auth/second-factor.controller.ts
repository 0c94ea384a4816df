import { Body, Controller, Delete, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, BeforeSecondFactor, CurrentActor, Public } from '../../platform/http/actor.js';
import { Reply } from '../../platform/http/reply.js';
import { AuthService } from './auth.service.js';
import { CredentialsService } from './passwords/credentials.service.js';
import {
  type ConfirmSelf,
  confirmSelfSchema,
  newSecondFactorSchema,
  recoveryCodesSchema,
  type SecondFactorCode,
  secondFactorCode,
  type SwitchOff,
  switchOffSchema,
} from './second-factor/second-factor.schema.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { sessionSchema } from './sessions/session.schema.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('Sessions')
@Controller('auth')
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly credentials: CredentialsService,
    private readonly auth: AuthService,
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
  ) {}

  /** Completes a sign-in that returned `code_needed`. */
  @Public()
  @Post('sign-in/code')
  @Reply(sessionSchema)
  async enterCode(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: secondFactorCode }) { code }: SecondFactorCode,
  ) {
    return this.sessions.view(await this.signIn.withCode(request, response, code));
  }

  @BeforeSecondFactor()
  @Post('second-factor')
  @Reply(newSecondFactorSchema)
  async begin(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body({ schema: confirmSelfSchema }) { password }: ConfirmSelf,
  ) {
    await this.credentials.confirm(actor.userId, password, await this.auth.session(request));
    return this.factors.begin(actor);
  }

  @BeforeSecondFactor()
  @Post('second-factor/confirm')
  @Reply(recoveryCodesSchema)
  async confirm(@CurrentActor() actor: Actor, @Body({ schema: secondFactorCode }) { code }: SecondFactorCode) {
    return { recoveryCodes: await this.factors.confirm(actor, code) };
  }

  @Delete('second-factor')
  @Reply(z.null())
  async switchOff(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body({ schema: switchOffSchema }) { password, code }: SwitchOff,
  ) {
    await this.credentials.confirm(actor.userId, password, await this.auth.session(request));
    await this.factors.switchOff(actor, code);
    return null;
  }
}
