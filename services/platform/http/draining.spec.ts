import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { keepConnections } from './draining.js';

it('keeps a connection longer than proxies do, and ends it after what is being answered when the server closes', async () => {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  const asked = new Promise<Response>((resolve) => {
    app.use(keepConnections(server));
    app.get('/', (_request, response) => resolve(response));
  });
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  const answer = new Promise<IncomingMessage>((resolve) => {
    get(`http://127.0.0.1:${port}/`, { agent }, (message) => resolve(message.resume()));
  });
  const response = await asked;
  const closed = once(server, 'close');
  server.close();
  response.send('done');
  expect((await answer).headers['keep-alive']).toBe('timeout=125');
  await closed;
  agent.destroy();
});
