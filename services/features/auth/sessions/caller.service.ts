import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { CONFIG, type Config } from '../../../platform/config.js';
import { Database } from '../../../platform/database/database.js';
import { AppError, forbidden, secondFactorRequired } from '../../../platform/errors.js';
import type { Actor } from '../../../platform/http/actor.js';
import { AuthService, type Person } from '../auth.service.js';

/** Determines the user behind a request. */
@Injectable()
export class CallerService {
  private readonly ownName: string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly auth: AuthService,
  ) {
    this.ownName = new URL(config.publicUrl).hostname;
  }

  /**
   * Dev Mode's headers take precedence over the session cookie; null without either. If a response is given, a session
   * that is due is extended.
   * @throws AppError 401 for a development header with an unknown user, 403 for one with a foreign studio, and for
   * users who must set up two-step sign-in first.
   */
  async of(request: Request, response?: Response, { beforeSecondFactor = false } = {}): Promise<Actor | null> {
    const person = await this.person(request, response);
    if (person?.owesSecondFactor && !beforeSecondFactor) throw secondFactorRequired();
    return person;
  }

  private async person(request: Request, response?: Response): Promise<Person | null> {
    if (!this.isDevelopment(request)) return this.auth.actor(request, response);
    const userId = request.headers['x-dev-user-id'];
    const actor = userId === undefined ? await this.auth.actor(request, response) : await this.devActor(userId);
    const studioId = request.headers['x-dev-studio-id'];
    if (actor && studioId !== undefined) await this.assertBelongsTo(actor, studioId);
    return actor;
  }

  /**
   * Whether Dev Mode's identities apply to this request. A foreign name in `Host` belongs to a site that has pointed
   * its own domain at this machine (DNS rebinding); IP addresses and our own names cannot be abused like this.
   */
  isDevelopment(request: Request): boolean {
    const host = `http://${request.headers.host}`;
    if (!this.config.devMode || !URL.canParse(host)) return false;
    const { hostname } = new URL(host);
    return hostname === 'localhost' || hostname === this.ownName || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  }

  private async devActor(userId: string | string[]): Promise<Person> {
    const actor = isId(userId) ? await this.auth.person(userId) : null;
    if (!actor) throw new AppError(401, 'unauthenticated', 'The development header names an unknown user');
    return actor;
  }

  private async assertBelongsTo(actor: Actor, studioId: string | string[]): Promise<void> {
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

const uuid = z.uuid();
const isId = (value: string | string[]): value is string => uuid.safeParse(value).success;
