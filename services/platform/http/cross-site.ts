import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../errors.js';
import { describeError } from './error.filter.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a browser sends from another site. Browsers always name their origin on such requests;
 * programs that send neither header carry no cookie of a victim.
 */
export function refuseCrossSiteWrites(publicUrl: string) {
  const own = new URL(publicUrl).host;
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign = origin !== undefined && !isHost(origin, [own, request.headers.host]);
    if (SAFE.has(request.method) || (!foreign && site !== 'cross-site')) return next();
    const error = new AppError(403, 'cross_site', 'This request came from another site');
    const { status, code, message } = describeError(error);
    response
      .status(status)
      .json({ success: false, error: message, message, status, code, details: null, requestId: request.id });
  };
}

function isHost(origin: string, hosts: (string | undefined)[]): boolean {
  try {
    return hosts.includes(new URL(origin).host);
  } catch {
    return false;
  }
}
