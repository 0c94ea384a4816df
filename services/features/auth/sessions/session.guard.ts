import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { unauthenticated } from '../../../platform/errors.js';
import { type ActorRequest, BEFORE_SECOND_FACTOR, PUBLIC_ROUTE } from '../../../platform/http/actor.js';
import { CallerService } from './caller.service.js';

/** Requires a session for every route that is not public, and sets the request's actor. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly caller: CallerService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marked = (key: string) =>
      this.reflector.getAllAndOverride<boolean | undefined>(key, [context.getHandler(), context.getClass()]) ?? false;
    if (marked(PUBLIC_ROUTE)) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ActorRequest>();
    const response = http.getResponse<Response>();
    const actor = await this.caller.of(request, response, { beforeSecondFactor: marked(BEFORE_SECOND_FACTOR) });
    if (!actor) throw unauthenticated();
    response.setHeader('Cache-Control', 'private, no-store');
    request.actor = actor;
    return true;
  }
}
