import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeStores, sha256 } from '../../testing/servers/stores.js';
import { receiveObject } from './receive-object.js';
import { sendObject } from './send-object.js';

describeStores('objects through the API', (store) => {
  let server: Server;
  let url: string;
  let key: string;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      if (req.method === 'PUT') {
        const stored = await receiveObject(req, store.storage, key, { contentType: 'audio/wav', maxBytes: 8_000_000 });
        res.end(JSON.stringify(stored));
      } else {
        await sendObject(req, res, store.storage, key, {
          fileName: 'a.wav',
          contentType: 'audio/wav',
          etag: 'checksum',
        });
      }
    } catch (error) {
      res.writeHead(400).end((error as { code: string }).code);
    }
  }

  beforeAll(async () => {
    key = store.newKey();
    server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('arrive complete, whether their length is known or not, and are sent byte for byte', async () => {
    const bytes = randomBytes(6_000_000);
    const stream = new Blob([bytes]).stream();
    for (const body of [bytes, stream]) {
      const reply = await fetch(url, { method: 'PUT', body, duplex: 'half' });
      expect(await reply.json()).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
      const back = await fetch(url);
      expect([back.status, back.headers.get('etag')]).toEqual([200, '"checksum"']);
      expect(sha256(new Uint8Array(await back.arrayBuffer()))).toBe(sha256(bytes));
    }
  });

  it('answer ranges and conditional requests', async () => {
    const bytes = randomBytes(1_000);
    await store.storage.put(key, bytes, { contentType: 'audio/wav' });
    const part = await fetch(url, { headers: { Range: 'bytes=-100' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 900-999/1000']);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(900));
    expect((await fetch(url, { headers: { 'If-None-Match': '"checksum"' } })).status).toBe(304);
    expect((await fetch(url, { headers: { Range: 'bytes=1000-' } })).status).toBe(416);
  });

  it('are refused by their declared or their actual length', async () => {
    const body = Buffer.alloc(8_000_001);
    expect(await (await fetch(url, { method: 'PUT', body })).text()).toBe('too_large');
    const chunked = { method: 'PUT', body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    expect(await (await fetch(url, chunked)).text()).toBe('too_large');
  });

  it('are not found once they are deleted', async () => {
    await store.storage.delete(key);
    expect(await (await fetch(url)).text()).toBe('not_found');
  });
});
