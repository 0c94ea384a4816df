import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { JsonBodies, type JsonLimits } from './json-bodies.js';

const room = { bytes: 3_000_000, bytesPerCaller: 250_000, waiting: 4, waitingPerCaller: 1, patienceMs: 60_000 };
const LIMITS: JsonLimits = {
  maxBytes: 200_000,
  maxValues: 1_500,
  maxDepth: 5,
  strangersBytes: 2_000,
  strangersValues: 800,
  arriving: room,
  parsed: room,
  parsedOfStrangers: { ...room, bytesPerCaller: 100_000 },
};

const LARGE = JSON.stringify({ text: 'x'.repeat(150_000) });
/** Short, but too heavy for two of one address at once. */
const HEAVY = JSON.stringify([Array<number>(700).fill(1)]);
const person = (name: string) => ({ 'X-Person': name });
const address = (ip: string) => ({ 'X-Forwarded-For': ip });

describe('JSON bodies', () => {
  let server: Server;
  /** Each request that reached the route; it is answered with its body's length. */
  let reached: (() => void)[];
  let isHeld: boolean;

  beforeEach(async () => {
    reached = [];
    isHeld = false;
    const app = express();
    const json = new JsonBodies((req) => Promise.resolve(req.get('x-person') ?? null), LIMITS);
    app.set('trust proxy', true);
    app.use(json.admit, json.read);
    app.post('/', (req, res) => {
      const answer = () => res.json(req.get('x-long') ? 'x'.repeat(30_000_000) : (req.body ?? null));
      if (isHeld) reached.push(answer);
      else answer();
    });
    app.use(((error: { status: number }, _req, res, _next) => {
      res.status(error.status).end();
    }) as express.ErrorRequestHandler);
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const begin = (body: string | Buffer, headers: object = {}, length = true): ClientRequest => {
    const sized = length ? { 'Content-Length': Buffer.byteLength(body) } : { 'Transfer-Encoding': 'chunked' };
    const all = { 'Content-Type': 'application/json', ...sized, ...headers };
    return request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST', headers: all });
  };
  const answerOf = async (sending: ClientRequest) => {
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };
  const send = (body: string | Buffer, headers?: object, length?: boolean) =>
    answerOf(begin(body, headers, length).end(body));
  const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
  const reaching = async (count: number) => {
    while (reached.length < count) await new Promise((resolve) => setImmediate(resolve));
  };

  it.each([
    ['text in any language', '{"a":"ü🎚"}', '{"a":"ü🎚"}'],
    ['a byte order mark', '\ufeff[1]', '[1]'],
    ['nothing', '', '{}'],
  ])('can be %s', async (_what, sent, body) => {
    expect(await send(sent)).toEqual({ status: 200, body });
  });

  it.each([
    ['compressed', gzipSync('{}'), { 'Content-Encoding': 'gzip' }, 415],
    ['in another encoding', Buffer.from('{}', 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16' }, 415],
    ['no object or list', '"text"', {}, 400],
    ['null', 'null', {}, 400],
    ['no JSON', '{"a"', {}, 400],
    ['nested too deeply', '[[[[[[]]]]]]', {}, 400],
    ['of too many values', JSON.stringify(Array(1_500).fill(1)), person('ann'), 413],
    ['longer than all limits', 'x'.repeat(200_001), person('ann'), 413],
  ])('are refused if they are %s', async (_what, body, headers, status) => {
    expect(await statusOf(body, headers)).toBe(status);
  });

  it('of strangers are short, of few values; those of people can be larger', async () => {
    for (const body of [LARGE, JSON.stringify(Array(900).fill(1))]) {
      expect(await statusOf(body)).toBe(401);
      expect(await send(body, person('ann'))).toEqual({ status: 200, body });
    }
  });

  it('without a declared length are read up to the same limits', async () => {
    expect(await statusOf('{"a":1}', {}, false)).toBe(200);
    expect(await statusOf(LARGE, {}, false)).toBe(413);
    expect(await statusOf(LARGE, person('ann'), false)).toBe(200);
  });

  it('that have not arrived only delay large ones of the same person', async () => {
    const slow = begin(LARGE, person('ann'));
    slow.write(LARGE.slice(0, 10));
    await once(server, 'request');
    const second = begin(LARGE, person('ann')).end(LARGE);
    const third = begin(LARGE, person('ann')).end(LARGE);
    const either = [answerOf(second), answerOf(third)];
    expect((await Promise.race(either)).status).toBe(429);

    for (const name of ['ben', 'cleo']) expect(await statusOf(LARGE, person(name))).toBe(200);
    expect(await statusOf('{"a":1}', person('ann'))).toBe(200);
    slow.end(LARGE.slice(10));
    expect((await answerOf(slow)).body).toBe(LARGE);
    expect((await Promise.all(either)).map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  it('of many values wait until earlier ones of the same address are answered; people do not wait', async () => {
    isHeld = true;
    const first = send(HEAVY, address('10.0.0.1'));
    await reaching(1);
    const second = send(HEAVY, address('10.0.0.1'));
    const others = [send(HEAVY, address('10.0.0.2')), send(HEAVY, { ...address('10.0.0.1'), ...person('ann') })];
    await reaching(3);
    for (const answer of reached) answer();
    for (const { status } of await Promise.all([first, ...others])) expect(status).toBe(200);
    await reaching(4);
    reached[3]!();
    expect(await second).toEqual({ status: 200, body: HEAVY });
  });

  it('make room when they are answered, although the answer is not read', async () => {
    const unread = begin(HEAVY, { ...address('10.0.0.1'), 'X-Long': 'yes' }).end(HEAVY);
    const [response] = (await once(unread, 'response')) as [IncomingMessage];
    expect(await statusOf(HEAVY, address('10.0.0.1'))).toBe(200);
    response.destroy();
  });

  it('of a caller who has gone make room', async () => {
    isHeld = true;
    const gone = begin(HEAVY, address('10.0.0.1')).end(HEAVY);
    gone.on('error', () => undefined);
    await reaching(1);
    const next = send(HEAVY, address('10.0.0.1'));
    gone.destroy();
    await reaching(2);
    reached[1]!();
    expect((await next).status).toBe(200);
  });
});
