import { once } from 'node:events';
import { request, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { cutSlowJson } from './slow-bodies.js';

const BODY = '{"title":"Glass"}';

describe('cutSlowJson', () => {
  let server: Server;

  beforeAll(async () => {
    const app = express();
    app.use(cutSlowJson(200), express.json());
    app.post('/', (req, res) => void setTimeout(() => res.json(req.body ?? null), 400));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const begin = (type: string): ClientRequest => {
    const headers = { 'Content-Type': type, 'Content-Length': BODY.length };
    return request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST', headers });
  };

  it('cuts a body that trickles', async () => {
    const slow = begin('application/json');
    let sent = 0;
    const trickle = setInterval(() => slow.write(BODY[sent++]), 40);
    const [error] = (await once(slow, 'error').finally(() => clearInterval(trickle))) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect(sent).toBeLessThan(BODY.length);
  });

  it('gives the answer to one that came whole its time', async () => {
    const [response] = await once(begin('application/json').end(BODY), 'response');
    expect(response.statusCode).toBe(200);
  });
});
