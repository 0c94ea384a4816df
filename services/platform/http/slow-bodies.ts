import type { NextFunction, Request, Response } from 'express';

const LIMIT_MS = 30_000;
const LINGER_MS = 5_000;

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

/**
 * Answered means closed: a body that is still on its way when the answer has gone out, so that nobody reads it, holds
 * its connection for a moment only. At once would be too soon: the sender could not read the answer.
 */
export function cutUnreadBodies(lingerMs = LINGER_MS) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.once('finish', () => {
      if (request.complete) return;
      request.resume();
      const timer = setTimeout(() => request.destroy(), lingerMs);
      for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
    });
    next();
  };
}
