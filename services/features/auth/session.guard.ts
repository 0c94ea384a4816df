import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { unauthenticated } from '../../platform/errors.js';
import { type ActorRequest, PUBLIC_ROUTE } from '../../platform/http/actor.js';
import { CallerService } from './caller.service.js';

/** Closes every route that is not marked public, and tells the open ones who calls. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly caller: CallerService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ActorRequest>();
    const response = http.getResponse<Response>();
    const actor = await this.caller.of(request, response);
    if (!actor) throw unauthenticated();
    response.setHeader('Cache-Control', 'private, no-store');
    request.actor = actor;
    return true;
  }
}
