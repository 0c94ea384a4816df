import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import { AppError, forbidden, unauthenticated } from '../../platform/errors.js';
import { type Actor, type ActorRequest, PUBLIC_ROUTE } from '../../platform/http/actor.js';
import { AuthService } from './auth.service.js';

/** Closes every route that is not marked public, and tells the open ones who calls. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly auth: AuthService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, [context.getHandler(), context.getClass()]);
    if (isPublic) return true;
    const http = context.switchToHttp();
    const actor = await this.actor(http.getRequest<ActorRequest>(), http.getResponse<Response>());
    if (!actor) throw unauthenticated();
    http.getRequest<ActorRequest>().actor = actor;
    return true;
  }

  /** Development headers beat the cookie; without either the caller is nobody. */
  async actor(request: ActorRequest, response: Response): Promise<Actor | null> {
    if (!this.config.devMode) return this.auth.actor(request, response);
    const userId = request.headers['x-dev-user-id'];
    const actor = userId === undefined ? await this.auth.actor(request, response) : await this.devActor(userId);
    const studioId = request.headers['x-dev-studio-id'];
    if (actor && studioId !== undefined) await this.mustBelong(actor, studioId);
    return actor;
  }

  private async devActor(userId: string | string[]): Promise<Actor> {
    const [actor] = isId(userId)
      ? await this.database.query<Actor>(
          `SELECT id AS "userId", name, email, role, studio_id AS "studioId", is_operator AS "isOperator"
           FROM users WHERE id = $1`,
          [userId],
        )
      : [];
    if (!actor) throw new AppError(401, 'unauthenticated', 'The development header names nobody');
    return actor;
  }

  private async mustBelong(actor: Actor, studioId: string | string[]): Promise<void> {
    if (studioId === actor.studioId) return;
    const [own] = isId(studioId)
      ? await this.database.query('SELECT 1 FROM studio_clients WHERE studio_id = $1 AND user_id = $2', [
          studioId,
          actor.userId,
        ])
      : [];
    if (!own) throw forbidden('This is another studio');
  }
}

const isId = (value: string | string[]): value is string => z.uuid().safeParse(value).success;
