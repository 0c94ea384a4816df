import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

/** Longer than proxies keep an unused connection (Caddy: two minutes), so that the proxy closes it first. */
const KEPT_MS = 125_000;
const SWEEP_MS = 500;

/**
 * Keeps connections open for proxies. Once the server has begun to close, each connection ends with its next answer, or
 * at once if none is running. Closing the server alone would keep used connections open, and a proxy uses them as long
 * as requests come in. Uploads and downloads that take longer than `patienceMs` from then on are cut.
 */
export function keepConnections(server: Server, patienceMs: number) {
  server.keepAliveTimeout = KEPT_MS;
  const underWay = new Map<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    const answers = underWay.get(socket);
    if (answers !== undefined) underWay.set(socket, answers + change);
  };
  server.on('connection', (socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  let closingSince: number | undefined;
  const sweep = setInterval(() => {
    if (server.listening) {
      closingSince = undefined;
      return;
    }
    closingSince ??= performance.now();
    const isLate = performance.now() - closingSince >= patienceMs;
    for (const [socket, answers] of underWay) if (answers === 0 || isLate) socket.destroy();
  }, SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (!server.listening) response.setHeader('Connection', 'close');
    next();
  };
}
