import type { NextFunction, Request, Response } from 'express';
import { requestSeconds } from './metrics.js';

/** The route's pattern of an answered call. */
export function routeOf(request: Request): string {
  const { path } = (request.route ?? {}) as { path?: string };
  return path ? `${request.baseUrl}${path}` : request.originalUrl.startsWith('/api/') ? 'unknown' : 'web';
}

/** Live updates are excluded because they last as long as their page is open. */
export const isLiveStream = (response: Response): boolean =>
  response.getHeader('Content-Type')?.toString().startsWith('text/event-stream') ?? false;

/** Measures every answered call by its route's pattern, never by its address. */
export function measureRequests(request: Request, response: Response, next: NextFunction): void {
  const begun = performance.now();
  response.once('finish', () => {
    if (isLiveStream(response)) return;
    requestSeconds.observe(
      { method: request.method, route: routeOf(request), status: response.statusCode },
      (performance.now() - begun) / 1000,
    );
  });
  next();
}
