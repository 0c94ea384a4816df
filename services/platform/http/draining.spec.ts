import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { keepConnections } from './draining.js';

it('keeps a connection longer than proxies do, and ends it after the running answer when the server closes', async () => {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  const asked = new Promise<Response>((resolve) => {
    app.use(keepConnections(server, 600_000));
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

it('cuts an upload that still runs when the time limit of a closing server is over', async () => {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  const arriving = new Promise<void>((resolve) => {
    app.use(keepConnections(server, 0));
    app.put('/', (request) => request.once('data', () => resolve()));
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upload = request({ port, host: '127.0.0.1', method: 'PUT', path: '/' });
  const cut = once(upload, 'error');
  upload.write('the first bytes');
  await arriving;
  const closed = once(server, 'close');
  server.close();
  expect(await cut).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  await closed;
});

it('waits for an upload that ends in time', async () => {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  const arriving = new Promise<void>((resolve) => {
    app.use(keepConnections(server, 600_000));
    app.put('/', (incoming, response) => {
      incoming.once('data', () => resolve());
      incoming.once('end', () => response.send('stored'));
    });
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upload = request({ port, host: '127.0.0.1', method: 'PUT', path: '/' });
  upload.write('the first bytes');
  await arriving;
  const closed = once(server, 'close');
  server.close();
  upload.end('the last bytes');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await closed;
});
