import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { failing } from '../../testing/servers/stores.js';
import { createStorage } from './create.js';
import type { Storage } from './storage.js';

describe('an S3 store that fails', () => {
  let server: Server;
  let storage: Storage;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    storage = storageAt((server.address() as AddressInfo).port);
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const storageAt = (port: number): Storage =>
    createStorage({
      storageUrl: `s3://bucket?endpoint=http://127.0.0.1:${port}`,
      publicUrl: 'http://localhost',
      secret: 's',
      s3AccessKey: 'key',
      s3SecretKey: 'secret',
    });

  it.each([
    [403, 'SignatureDoesNotMatch', 'unavailable', 'The object store refused the access key'],
    [404, 'NoSuchBucket', 'unavailable', 'The storage bucket does not exist'],
    [404, 'NoSuchKey', 'not_found', 'There is no such object'],
    [400, 'EntityTooLarge', 'too_large', 'Too large for the store'],
    [507, 'XMinioStorageFull', 'full', 'The object store is full'],
    [400, 'Strange', 'unavailable', 'The object store failed (Strange)'],
  ])('answers %d %s as %s', async (status, name, code, message) => {
    server.on('request', (req, res) => {
      req.resume();
      res
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<Error><Code>${name}</Code><Message>m</Message></Error>`);
    });
    const storing = storage.put('a.wav', Buffer.alloc(10), { contentType: 'audio/wav' });
    await expect(storing).rejects.toEqual(failing(code));
    await expect(storing).rejects.toThrow(message);
  });

  it('is unavailable when no server listens', async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    await expect(storageAt(port).open()).rejects.toEqual(failing('unavailable'));
    await expect(storageAt(port).head('a.wav')).rejects.toEqual(failing('unavailable'));
  });

  it('does not store a truncated body as a whole one', async () => {
    server.on('request', (_, res) => {
      res.writeHead(200, { 'Content-Length': 1_000, 'Content-Type': 'audio/wav' });
      res.write(Buffer.alloc(500), () => res.destroy());
    });
    await expect(storage.withLocalFile('a.wav', async () => 'used')).rejects.toEqual(failing('unavailable'));
  });
});
