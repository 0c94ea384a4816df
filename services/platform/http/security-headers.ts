import type { NextFunction, Request, Response } from 'express';

/** Headers for every answer: no framing, no sniffing, no foreign scripts. Objects may come from `storageOrigins`. */
export function securityHeaders(storageOrigins: string[]) {
  const objects = storageOrigins.join(' ');
  const policy = [
    "default-src 'self'",
    `connect-src 'self' ${objects}`,
    `media-src 'self' blob: ${objects}`,
    `img-src 'self' data: blob: ${objects}`,
    "style-src 'self' 'unsafe-inline'",
    "script-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    next();
  };
}
