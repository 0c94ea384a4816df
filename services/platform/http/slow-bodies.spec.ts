import { once } from 'node:events';
import { type ClientRequest, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import { cutSlowBodies, cutUnreadBodies } from './slow-bodies.js';

const BODY = '{"title":"Glass"}';
const LIMIT_MS = 200;

describe('cutSlowBodies', () => {
  let server: Server;

  beforeAll(async () => {
    // The test decides when the limit passes; Node's own timers are not affected.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const app = express();
    app.use(cutSlowBodies(LIMIT_MS), express.json(), express.urlencoded());
    app.post('/', (req, res) => {
      jest.advanceTimersByTime(2 * LIMIT_MS);
      res.json(req.body ?? null);
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    jest.useRealTimers();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const begin = (type: string): ClientRequest => {
    const headers = { 'Content-Type': type, 'Content-Length': BODY.length };
    return request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST', headers });
  };

  it.each(['application/json', 'application/x-www-form-urlencoded'])(
    'cuts a body of %s that trickles',
    async (type) => {
      const slow = begin(type);
      const arrived = once(server, 'request');
      const cut = once(slow, 'error') as Promise<[NodeJS.ErrnoException]>;
      for (const byte of BODY.slice(0, -1)) {
        slow.write(byte);
        await arrived;
        jest.advanceTimersByTime(LIMIT_MS / 10);
      }
      expect((await cut)[0].code).toBe('ECONNRESET');
    },
  );

  it('does not limit the time of an answer to a complete body', async () => {
    const [response] = await once(begin('application/json').end(BODY), 'response');
    expect(response.statusCode).toBe(200);
  });
});

describe('cutUnreadBodies', () => {
  let server: Server;

  beforeAll(async () => {
    const app = express();
    app.use(cutUnreadBodies(50));
    app.put('/refused', (_req, res) => void res.status(403).end('refused'));
    app.put('/half-read', (req, res) => void req.once('data', () => req.pause() && res.status(413).end('too large')));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const put = (path: string, length: number, body: string) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'PUT', path, headers: { 'Content-Length': length } });
    sent.on('error', () => undefined);
    sent.write(body);
    return sent;
  };

  it.each(['/refused', '/half-read'])('answers %s, and closes although the body never ends', async (path) => {
    const sent = put(path, 1_000_000, 'the beginning');
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    await once(sent, 'close');
  });

  it('leaves a connection open when its body is complete', async () => {
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/refused`;
    for (let sent = 0; sent < 2; sent++) {
      const answer = await fetch(address, { method: 'PUT', body: 'whole' });
      expect([answer.status, await answer.text()]).toEqual([403, 'refused']);
    }
  });
});
