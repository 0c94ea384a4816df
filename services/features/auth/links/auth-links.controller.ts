import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Actor, CurrentOperator, Public } from '../../../platform/http/actor.js';
import { Reply } from '../../../platform/http/reply.js';
import {
  type CheckLink,
  checkLinkSchema,
  type ConfirmAddress,
  confirmAddressSchema,
  confirmedAddressSchema,
  followedLinkSchema,
  type FollowLink,
  followLinkSchema,
  type ForgotPassword,
  forgotPasswordSchema,
  type RequestLink,
  requestLinkSchema,
  resetLinkSchema,
  type ResetPassword,
  resetPasswordSchema,
} from './auth-links.schema.js';
import { AuthLinksService } from './auth-links.service.js';

@ApiTags('Sessions')
@Controller('auth')
export class AuthLinksController {
  constructor(private readonly links: AuthLinksService) {}

  /** The response is the same whether or not the address has an account. */
  @Public()
  @Post('forgot-password')
  @Reply(z.null())
  async forgot(@Req() request: Request, @Body({ schema: forgotPasswordSchema }) body: ForgotPassword) {
    await this.links.request(request, 'reset', body.email);
    return null;
  }

  /** Creates a password reset link for the operator to pass on if the portal sends no mail. */
  @Post('reset-link')
  @Reply(resetLinkSchema, 201)
  async resetLink(@CurrentOperator() operator: Actor, @Body({ schema: forgotPasswordSchema }) body: ForgotPassword) {
    return { url: await this.links.resetLink(operator, body.email) };
  }

  /** Checks whether a mailed link is still valid, without using it. Returns 410 if it is not. */
  @Public()
  @Post('check-link')
  @Reply(z.null())
  async check(@Req() request: Request, @Body({ schema: checkLinkSchema }) { kind, token }: CheckLink) {
    await this.links.check(request, kind, token);
    return null;
  }

  @Public()
  @Post('reset-password')
  @Reply(z.null())
  async reset(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: resetPasswordSchema }) body: ResetPassword,
  ) {
    await this.links.resetPassword(request, response, body.token, body.password);
    return null;
  }

  /**
   * Changes the sign-in address to the one that the link was mailed to. A link that changes it back ends every session
   * and the password.
   */
  @Public()
  @Post('confirm-address')
  @Reply(confirmedAddressSchema)
  async confirmAddress(@Req() request: Request, @Body({ schema: confirmAddressSchema }) { token }: ConfirmAddress) {
    return this.links.confirmAddress(request, token);
  }

  /** The response is the same whether or not the address has an account. */
  @Public()
  @Post('sign-in/link')
  @Reply(z.null())
  async request(@Req() request: Request, @Body({ schema: requestLinkSchema }) body: RequestLink) {
    await this.links.request(request, 'magic', body.email, body.next);
    return null;
  }

  @Public()
  @Post('sign-in/link/follow')
  @Reply(followedLinkSchema)
  async follow(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body({ schema: followLinkSchema }) body: FollowLink,
  ) {
    return { next: await this.links.follow(request, response, body.token) };
  }
}
