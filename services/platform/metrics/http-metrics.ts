import type { NextFunction, Request, Response } from 'express';
import { requestSeconds } from './metrics.js';

/** Measures every answered call by its route's pattern, never by its address. */
export function measureRequests(request: Request, response: Response, next: NextFunction): void {
  const begun = performance.now();
  response.once('finish', () => {
    if (response.getHeader('Content-Type')?.toString().startsWith('text/event-stream')) return;
    const { path } = (request.route ?? {}) as { path?: string };
    const route = path ? `${request.baseUrl}${path}` : request.originalUrl.startsWith('/api/') ? 'unknown' : 'web';
    requestSeconds.observe(
      { method: request.method, route, status: response.statusCode },
      (performance.now() - begun) / 1000,
    );
  });
  next();
}
