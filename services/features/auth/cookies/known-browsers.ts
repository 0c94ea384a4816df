import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../../platform/config.js';
import { cookieName, cookieOptions } from './cookie-name.lib.js';
import { cookieValue } from './signed-cookie.js';

const COOKIE = 'known';
const MAX_AGE_MS = 365 * 86_400_000;
/** A shared browser remembers the most recent users. */
const KEPT = 5;

type Settings = Pick<Config, 'secret' | 'publicUrl'>;

const markOf = ({ secret }: Settings, userId: string): string =>
  createHmac('sha256', secret).update(`known browser of ${userId}`).digest('base64url');

const marksIn = (settings: Settings, request: Request): string[] =>
  cookieValue(request.headers.cookie ?? '', cookieName(settings, COOKIE))?.split('.') ?? [];

/** Identifies a browser in which the user has signed in before; null otherwise. It grants no access. */
export function knownBrowser(settings: Settings, request: Request, userId: string): string | null {
  const marks = marksIn(settings, request);
  return marks.includes(markOf(settings, userId)) ? `browser ${userId}` : null;
}

/** Stores in a cookie that the user has signed in with this browser. */
export function rememberBrowser(settings: Settings, request: Request, response: Response, userId: string): void {
  const mark = markOf(settings, userId);
  const marks = [mark, ...marksIn(settings, request).filter((other) => other !== mark)].slice(0, KEPT);
  response.cookie(cookieName(settings, COOKIE), marks.join('.'), {
    ...cookieOptions(settings),
    maxAge: MAX_AGE_MS,
  });
}
