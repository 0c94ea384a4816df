import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { admitLargeJson } from './large-bodies.js';

const LARGE = JSON.stringify({ text: 'x'.repeat(100_000) });
const SMALL = JSON.stringify({ text: 'x' });

describe('large JSON bodies', () => {
  let server: Server;
  let arriving: number;

  beforeAll(async () => {
    const app = express();
    const limits = { bytes: 300_000, bytesPerCaller: 150_000, waiting: 2, waitingPerCaller: 1, patienceMs: 60_000 };
    app.set('trust proxy', true);
    app.use(
      admitLargeJson(limits),
      (_req, _res, next) => {
        arriving += 1;
        next();
      },
      express.json({ limit: '1mb' }),
    );
    app.post('/', (req, res) => res.json(req.body ?? null));
    app.use(((error: { status: number }, _req, res, _next) => {
      res.status(error.status).end();
    }) as express.ErrorRequestHandler);
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const begin = (address: string, body: string): ClientRequest => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'X-Forwarded-For': address };
    return request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST', headers });
  };
  const answerOf = async (sending: ClientRequest) => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return { status: response.statusCode, length: (await text(response)).length };
  };

  it('of one address wait for each other, before they are read; small ones and other addresses do not', async () => {
    arriving = 0;
    const slow = begin('10.0.0.1', LARGE);
    slow.flushHeaders();
    const answers = [answerOf(slow)];
    while (arriving === 0) await new Promise((resolve) => setImmediate(resolve));

    const second = begin('10.0.0.1', LARGE);
    const third = begin('10.0.0.1', LARGE);
    const either = [answerOf(second.end(LARGE)), answerOf(third.end(LARGE))];
    expect((await Promise.race(either)).status).toBe(429);
    expect(arriving).toBe(1);

    expect((await answerOf(begin('10.0.0.1', SMALL).end(SMALL))).status).toBe(200);
    expect((await answerOf(begin('10.0.0.2', LARGE).end(LARGE))).status).toBe(200);
    slow.end(LARGE);
    expect(await answers[0]).toEqual({ status: 200, length: LARGE.length });
    expect((await Promise.all(either)).map(({ status }) => status).sort()).toEqual([200, 429]);
  });
});
