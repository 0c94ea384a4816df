import type { NextFunction, Request, Response } from 'express';

const LIMIT_MS = 30_000;

/**
 * Cuts the connection of a request whose JSON has not come within the limit, in milliseconds: the server's own
 * requestTimeout, which would, is off for files that take hours to arrive.
 */
export function cutSlowJson(limitMs = LIMIT_MS) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.is('json')) {
      const timer = setTimeout(() => request.destroy(), limitMs);
      for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
    }
    next();
  };
}
