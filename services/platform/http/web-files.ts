import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type NextFunction, type Request, type Response } from 'express';
import staticGzip from 'express-static-gzip';
import { type FilledFile, filledFiles, type SiteTexts } from './filled-files.js';
import type { PagePolicy } from './security-headers.js';
import { webPages } from './web-pages.js';

const SHELL = '/__spa-fallback.html';

/**
 * Serves the built web: hashed assets with unlimited caching, prerendered pages by their path with the texts of the
 * installation, and the single-page shell for every other address that a browser navigates to, with status 404 where it
 * has no page.
 */
export function webFiles(dir: string, texts: SiteTexts, policyOf: PagePolicy) {
  const assets = join(dir, 'assets');
  const filled = new Map([...filledFiles(dir, texts)].map(([address, file]) => [address, ready(file, policyOf)]));
  const send = (request: Request, response: Response, address: string, status = 200) => {
    const { type, policy, forms } = filled.get(address)!;
    response.vary('Accept-Encoding').status(status).setHeader('Cache-Control', 'no-cache');
    void policy?.(request, response, () => {});
    const { encoding, bytes } = forms.find((form) => request.acceptsEncodings(form.encoding)) ?? forms.at(-1)!;
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.type(type).send(bytes);
  };
  const hasPage = webPages(assets);
  const router = express.Router();
  // Before the files, because looking for each one costs a call of the file system.
  router.use('/api', (_request, _response, next) => next('router'));
  router.use(
    '/assets',
    staticGzip(assets, {
      enableBrotli: true,
      orderPreference: ['br', 'gzip'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y', fallthrough: false },
    }),
  );
  router.get('/get-started', (_request, response) => response.redirect('/'));
  router.use((request: Request, response: Response, next: NextFunction) => {
    const address = request.path.replace(/(.)\/$/, '$1');
    if (!reads(request) || !filled.has(address) || address === SHELL) return next();
    send(request, response, address);
  });
  const files = express.static(dir, { cacheControl: false, redirect: false, index: false });
  router.use((request, response, next) => (request.path.endsWith('.html') ? next() : files(request, response, next)));
  router.use((request: Request, response: Response, next: NextFunction) => {
    if (!reads(request) || !request.accepts('html') || !filled.has(SHELL)) return next();
    send(request, response, SHELL, hasPage(request.path) ? 200 : 404);
  });
  // Express would answer with a page under a policy of its own.
  router.use((_request, response) => void response.status(404).type('text').send('Not found'));
  router.use((error: { status?: number }, _request: Request, response: Response, next: NextFunction) => {
    const { status = 500 } = error;
    if (status >= 500 || response.headersSent) return next(error);
    response.status(status).type('text').send(STATUS_CODES[status]);
  });
  return router;
}

/** A filled file, ready to send in each encoding, the better one first. */
function ready({ type, text }: FilledFile, policyOf: PagePolicy) {
  return {
    type,
    policy: type.startsWith('text/html') ? policyOf(text) : null,
    forms: [
      { encoding: 'br', bytes: brotliCompressSync(text) },
      { encoding: 'gzip', bytes: gzipSync(text) },
      { encoding: 'identity', bytes: Buffer.from(text) },
    ],
  };
}

const reads = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
