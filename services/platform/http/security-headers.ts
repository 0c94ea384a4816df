import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet, { contentSecurityPolicy } from 'helmet';

interface Safety {
  /** The origin of the object store. */
  storageOrigin: string;
  /** The portal's address in browsers. */
  publicUrl: string;
  hstsSubdomains: boolean;
}

/**
 * The content security policy of a page: nothing from other origins except objects, and inline scripts only with these
 * hashes (`'sha256-…'`).
 */
const policy = ({ storageOrigin }: Safety, scripts: string[] = []) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    connectSrc: ["'self'", storageOrigin],
    mediaSrc: ["'self'", 'blob:', storageOrigin],
    imgSrc: ["'self'", 'data:', 'blob:', storageOrigin],
    styleSrc: ["'self'", "'unsafe-inline'"],
    scriptSrc: ["'self'", ...scripts],
    fontSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** The sources (`'sha256-…'`) of the inline scripts of a page; data in script elements does not run. */
export function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)];
  const running = scripts.filter(([, attributes = '']) => !/\ssrc=|type="application\/(ld\+)?json"/i.test(attributes));
  const hashes = running.map(([, , text = '']) => createHash('sha256').update(text).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

/** Sets the `Content-Security-Policy` of a page. */
export type PagePolicy = (html: string) => RequestHandler;

export const pagePolicyFor =
  (safety: Safety): PagePolicy =>
  (html) =>
    contentSecurityPolicy(policy(safety, inlineScripts(html)));

/** Headers for every answer: no framing, no sniffing, no scripts of other origins, and only TLS where TLS is used. */
export const securityHeaders = (safety: Safety): RequestHandler =>
  helmet({
    contentSecurityPolicy: policy(safety),
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: safety.publicUrl.startsWith('https:') && {
      maxAge: 31_536_000,
      includeSubDomains: safety.hstsSubdomains,
    },
    // Other sites may show what the portal serves, such as the logo in a mail that is read in a browser.
    crossOriginResourcePolicy: false,
  });
