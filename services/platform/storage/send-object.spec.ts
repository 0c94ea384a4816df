import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { sendObject } from './send-object.js';
import type { FoundObject, Storage } from './storage.js';

it('breaks off the answer when the object has fewer bytes than it had when it was found', async () => {
  const found: FoundObject = {
    sizeBytes: 1_000,
    contentType: 'audio/wav',
    modifiedAt: new Date(0),
    etag: '"1"',
    read: async () => Readable.from([Buffer.alloc(500)]),
    close: async () => undefined,
  };
  const storage = { find: async () => found } as unknown as Storage;
  let sent: Promise<void> | undefined;
  const server = createServer((req, res) => {
    sent = sendObject(req, res, storage, 'a.wav', { fileName: 'a.wav', contentType: 'audio/wav' });
    sent.catch(() => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(reply.arrayBuffer()).rejects.toThrow();
    await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    server.close();
  }
});
