import type { NextFunction, Request, Response } from 'express';

/**
 * Redirects the landing page of a portal without an owner to its setup. Checks until there is an owner, and never
 * again.
 */
export function leadToSetup(needsSetup: () => Promise<boolean>) {
  let isSetUp = false;
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (isSetUp || request.path !== '/') return next();
    // Without the database the page itself can still be shown.
    const needed = await needsSetup().catch(() => null);
    if (needed === false) isSetUp = true;
    if (needed) response.setHeader('Cache-Control', 'no-store').redirect('/setup');
    else next();
  };
}
