import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { PagePolicy } from './security-headers.js';
import { webPages } from './web-pages.js';

/**
 * Serves the built web: hashed assets for ever, prerendered pages by their path, and the single-page shell for every
 * other address that a browser navigates to, with status 404 where it has no page.
 */
export function webFiles(dir: string, policyOf: PagePolicy) {
  const shell = join(dir, '__spa-fallback.html');
  const assets = join(dir, 'assets');
  const policies = new Map(pagesIn(dir).map((path) => [path, policyOf(readFileSync(path, 'utf8'))]));
  const setHeaders = (response: ServerResponse, path: string) => {
    const policy = policies.get(path);
    if (policy) response.setHeader('Content-Security-Policy', policy);
  };
  const hasPage = webPages(assets);
  const router = express.Router();
  // Before the files: each look for one is a call of the file system.
  router.use('/api', (_request, _response, next) => next('router'));
  router.use('/assets', preferCompressed(assets));
  router.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  router.use(
    express.static(dir, {
      extensions: ['html'],
      index: ['index.html'],
      cacheControl: false,
      redirect: false,
      setHeaders,
    }),
  );
  router.use((request: Request, response: Response, next: NextFunction) => {
    const navigates = (request.method === 'GET' || request.method === 'HEAD') && request.accepts('html');
    if (!navigates || !existsSync(shell)) return next();
    response.status(hasPage(request.path) ? 200 : 404).setHeader('Cache-Control', 'no-cache');
    setHeaders(response, shell);
    response.sendFile(shell);
  });
  return router;
}

const pagesIn = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(dir, name))
    : [];

/** The better one first. */
const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
];

/** Sends for `x` the `x.br` or `x.gz` that the build left beside it, where the caller can read that. */
function preferCompressed(assets: string) {
  const present = new Set(existsSync(assets) ? readdirSync(assets) : []);
  return (request: Request, response: Response, next: NextFunction) => {
    const name = request.path.slice(1);
    const forms = ENCODINGS.filter(({ suffix }) => present.has(name + suffix));
    if (forms.length === 0) return next();
    response.vary('Accept-Encoding');
    const form = forms.find(({ encoding }) => request.acceptsEncodings(encoding));
    if (form) {
      response.type(extname(name)).setHeader('Content-Encoding', form.encoding);
      request.url = `/${name}${form.suffix}`;
    }
    next();
  };
}
