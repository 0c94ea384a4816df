import type { NextFunction, Request, Response } from 'express';

/**
 * Lets pages of any origin call routes whose address carries its own permission: the portal may be open under another
 * name (127.0.0.1, an alias) than the one in signed addresses. No cookie is involved.
 */
export function anyOrigin(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Content-Length, Accept-Ranges');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Range');
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
}
