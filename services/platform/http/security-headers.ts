import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/**
 * The sources that a page may load: nothing from other origins except objects, and inline scripts only with these
 * hashes.
 */
function pagePolicy(objects: string, scripts: string[]): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${objects}`,
    `media-src 'self' blob: ${objects}`,
    `img-src 'self' data: blob: ${objects}`,
    "style-src 'self' 'unsafe-inline'",
    ["script-src 'self'", ...scripts].join(' '),
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The sources (`'sha256-…'`) of the inline scripts of a page; data in script elements does not run. */
export function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  const running = scripts.filter(([, attributes = '']) => !/\ssrc=|type="application\/(ld\+)?json"/i.test(attributes));
  const hashes = running.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

/** Returns the `Content-Security-Policy` of a page. */
export type PagePolicy = (html: string) => string;

interface Safety {
  /** The origin of the object store. */
  storageOrigin: string;
  /** The portal's address in browsers. */
  publicUrl: string;
}

export const pagePolicyFor =
  ({ storageOrigin }: Safety): PagePolicy =>
  (html) =>
    pagePolicy(storageOrigin, inlineScripts(html));

/** Headers for every answer: no framing, no sniffing, no scripts of other origins, and only TLS where TLS is used. */
export function securityHeaders({ storageOrigin, publicUrl }: Safety) {
  const policy = pagePolicy(storageOrigin, []);
  const secure = publicUrl.startsWith('https:');
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    next();
  };
}
