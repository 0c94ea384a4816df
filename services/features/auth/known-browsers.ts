import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../platform/config.js';
import { cookieName, cookieOptions } from './cookie-name.js';
import { cookieValue } from './signed-cookie.js';

const COOKIE = 'known';
const MAX_AGE_MS = 365 * 86_400_000;
/** A browser that several people use remembers the last few. */
const KEPT = 5;

type Settings = Pick<Config, 'secret' | 'publicUrl'>;

const markOf = ({ secret }: Settings, userId: string): string =>
  createHmac('sha256', secret).update(`known browser of ${userId}`).digest('base64url');

const marksIn = (settings: Settings, request: Request): string[] =>
  cookieValue(request.headers.cookie ?? '', cookieName(settings, COOKIE))?.split('.') ?? [];

/** A name for the browser when that person has signed in with it before. It opens nothing. */
export function knownBrowser(settings: Settings, request: Request, userId: string): string | null {
  const marks = marksIn(settings, request);
  return marks.includes(markOf(settings, userId)) ? `browser ${userId}` : null;
}

/** Lets the browser remember that this person has signed in with it. */
export function rememberBrowser(settings: Settings, request: Request, response: Response, userId: string): void {
  const mark = markOf(settings, userId);
  const marks = [mark, ...marksIn(settings, request).filter((other) => other !== mark)].slice(0, KEPT);
  response.cookie(cookieName(settings, COOKIE), marks.join('.'), {
    ...cookieOptions(settings),
    maxAge: MAX_AGE_MS,
  });
}
