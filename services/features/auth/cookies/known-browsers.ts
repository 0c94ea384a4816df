import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../../platform/config.js';
import type { Access } from '../../users/users.policy.js';
import { cookieName, cookieOptions } from './cookie-name.lib.js';
import { cookieValue } from './signed-cookie.js';

const COOKIE = 'known';
const MAX_AGE_MS = 365 * 86_400_000;
/** A shared browser remembers the most recent users. */
const KEPT = 5;

type Settings = Pick<Config, 'secret' | 'publicUrl'>;

/** Changes when all sessions end: a thief may have used a browser that was known until then. */
const markOf = ({ secret }: Settings, { userId, accessVersion }: Access): string =>
  createHmac('sha256', secret).update(`known browser of ${userId} ${accessVersion}`).digest('base64url');

const marksIn = (settings: Settings, request: Request): string[] =>
  cookieValue(request.headers.cookie ?? '', cookieName(settings, COOKIE))?.split('.') ?? [];

/** Identifies a browser in which the user has signed in before; null otherwise. It grants no access. */
export function knownBrowser(settings: Settings, request: Request, user: Access): string | null {
  const mark = markOf(settings, user);
  return marksIn(settings, request).includes(mark) ? `browser ${mark}` : null;
}

/** Stores in a cookie that the user has signed in with this browser. */
export function rememberBrowser(settings: Settings, request: Request, response: Response, user: Access): void {
  const mark = markOf(settings, user);
  const marks = [mark, ...marksIn(settings, request).filter((other) => other !== mark)].slice(0, KEPT);
  response.cookie(cookieName(settings, COOKIE), marks.join('.'), {
    ...cookieOptions(settings),
    maxAge: MAX_AGE_MS,
  });
}
