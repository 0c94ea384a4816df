import express, { type NextFunction, type Request, type Response } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Serves the built web: hashed assets for ever, prerendered pages by their path, and the single-page shell for every
 * other address that a browser navigates to.
 */
export function webFiles(dir: string) {
  const shell = join(dir, '__spa-fallback.html');
  const router = express.Router();
  // Before the files: each look for one is a call of the file system.
  router.use('/api', (_request, _response, next) => next('router'));
  router.use('/assets', express.static(join(dir, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: false }));
  router.use(express.static(dir, { extensions: ['html'], index: ['index.html'], cacheControl: false, redirect: false }));
  router.use((request: Request, response: Response, next: NextFunction) => {
    const navigates = (request.method === 'GET' || request.method === 'HEAD') && request.accepts('html');
    if (!navigates || !existsSync(shell)) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(shell);
  });
  return router;
}
