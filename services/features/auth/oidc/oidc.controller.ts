import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/actor.js';
import { type OidcQuery, oidcQuery } from '../links/auth-links.schema.js';
import { OidcService } from './oidc.service.js';

/** Redirects for browsers, not API calls. */
@ApiExcludeController()
@Controller('auth/oidc')
export class OidcController {
  constructor(private readonly oidc: OidcService) {}

  @Public()
  @Get()
  async leave(@Req() request: Request, @Res() response: Response, @Query({ schema: oidcQuery }) { next }: OidcQuery) {
    go(response, await this.oidc.leave(request, response, next));
  }

  @Public()
  @Get('callback')
  async comeBack(@Req() request: Request, @Res() response: Response) {
    go(response, await this.oidc.comeBack(request, response));
  }
}

function go(response: Response, to: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.redirect(302, to);
}
