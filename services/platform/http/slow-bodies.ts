import type { NextFunction, Request, Response } from 'express';

const LIMIT_MS = 30_000;
const LINGER_MS = 5_000;

/**
 * Cuts the connection of a request whose JSON or form has not arrived within the limit, in milliseconds. The server's
 * own requestTimeout is off, because files may take hours to arrive; whatever reads files uses `whileArriving`.
 */
export function cutSlowBodies(limitMs = LIMIT_MS) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.is(['json', 'urlencoded'])) {
      const timer = setTimeout(() => request.destroy(), limitMs);
      for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer));
    }
    next();
  };
}

/**
 * Closes the connection shortly after an answer if the request's body is still arriving, because nothing reads it any
 * more. Closing at once would keep the sender from reading the answer.
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
