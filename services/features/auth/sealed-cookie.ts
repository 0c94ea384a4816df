import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Config } from '../../platform/config.js';
import { cookieName, cookieOptions } from './cookie-name.js';
import { cookieValue } from './signed-cookie.js';

type Settings = Pick<Config, 'secret' | 'publicUrl'>;

/** A short-lived signed cookie; the signature covers its name and expiry. */
export class SealedCookie<S extends z.ZodType> {
  constructor(
    private readonly name: string,
    private readonly validS: number,
    private readonly schema: S,
  ) {}

  set(settings: Settings, response: Response, value: z.input<S>): void {
    const until = Date.now() + this.validS * 1000;
    const body = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
    response.cookie(cookieName(settings, this.name), `${body}.${this.seal(settings, body)}`, {
      ...cookieOptions(settings),
      maxAge: this.validS * 1000,
    });
  }

  /** Null if the cookie is missing, expired or forged. */
  read(settings: Settings, request: Request): z.output<S> | null {
    const [body = '', seal = ''] = (
      cookieValue(request.headers.cookie ?? '', cookieName(settings, this.name)) ?? ''
    ).split('.');
    const [given, wanted] = [Buffer.from(seal), Buffer.from(this.seal(settings, body))];
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    const { value, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { value: unknown; until: number };
    return Date.now() < until ? this.schema.parse(value) : null;
  }

  clear(settings: Settings, response: Response): void {
    response.clearCookie(cookieName(settings, this.name), cookieOptions(settings));
  }

  private seal({ secret }: Settings, body: string): string {
    return createHmac('sha256', secret).update(`${this.name} ${body}`).digest('base64url');
  }
}
