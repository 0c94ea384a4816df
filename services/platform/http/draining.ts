import type { Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

/**
 * A server that has begun to close ends each connection with the next answer on it. Closing alone spares those that are in
 * use, and a proxy keeps them in use for as long as anybody asks.
 */
export const endKeptConnections =
  (server: Server) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    if (!server.listening) response.setHeader('Connection', 'close');
    next();
  };
