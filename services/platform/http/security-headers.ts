import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** What a page may load: nothing foreign but objects, and of scripts in its own text only those of these hashes. */
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

/** The sources (`'sha256-…'`) of the scripts that stand in a page's own text; data in script elements does not run. */
export function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  const running = scripts.filter(([, attributes = '']) => !/\ssrc=|type="application\/(ld\+)?json"/i.test(attributes));
  const hashes = running.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

/** A page's own `Content-Security-Policy`. */
export type PagePolicy = (html: string) => string;

interface Safety {
  /** Where objects may come from. */
  storageOrigin: string;
  /** Where browsers reach the portal. */
  publicUrl: string;
}

export const pagePolicyFor =
  ({ storageOrigin }: Safety): PagePolicy =>
  (html) =>
    pagePolicy(storageOrigin, inlineScripts(html));

/** Headers for every answer: no framing, no sniffing, no foreign scripts, and where there is TLS nothing without it. */
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
