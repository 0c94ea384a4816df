import type { Request, Response } from 'express';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import { clock } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { cookieName, cookieOptions } from './cookie-name.lib.js';
import { cookieValue } from './signed-cookie.js';

type Settings = Pick<Config, 'secret' | 'publicUrl'>;

const keyOf = ({ secret }: Settings): Uint8Array => new TextEncoder().encode(secret);

/** A short-lived signed cookie (a JWT with HS256). Its audience is its name, so that none passes for another. */
export class SealedCookie<S extends z.ZodType> {
  constructor(
    private readonly name: string,
    private readonly validS: number,
    private readonly schema: S,
  ) {}

  async set(settings: Settings, response: Response, value: z.input<S>): Promise<void> {
    const token = await new SignJWT({ value })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(this.name)
      .setExpirationTime(new Date(clock.now().getTime() + this.validS * 1000))
      .sign(keyOf(settings));
    response.cookie(cookieName(settings, this.name), token, {
      ...cookieOptions(settings),
      maxAge: this.validS * 1000,
    });
  }

  /** Null if the cookie is missing, expired or forged. */
  async read(settings: Settings, request: Request): Promise<z.output<S> | null> {
    const token = cookieValue(request.headers.cookie ?? '', cookieName(settings, this.name)) ?? '';
    try {
      const { payload } = await jwtVerify(token, keyOf(settings), {
        algorithms: ['HS256'],
        audience: this.name,
        currentDate: clock.now(),
      });
      return this.schema.parse(payload.value);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  clear(settings: Settings, response: Response): void {
    response.clearCookie(cookieName(settings, this.name), cookieOptions(settings));
  }
}
