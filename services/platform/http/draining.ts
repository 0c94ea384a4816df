import type { Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

/** Longer than proxies keep a connection that nobody uses (Caddy: two minutes): the one who ends it must not be us. */
const KEPT_MS = 125_000;

/**
 * Keeps connections for proxies; once the server has begun to close, each ends with the next answer on it. Closing alone
 * spares those that are in use, and a proxy keeps them in use for as long as anybody asks.
 */
export function keepConnections(server: Server) {
  server.keepAliveTimeout = KEPT_MS;
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (!server.listening) response.setHeader('Connection', 'close');
    else response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()));
    next();
  };
}
